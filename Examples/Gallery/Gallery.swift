import ArgumentParser
import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering
import MainspringWindows

#if X11
    import MainspringX11
#endif

/// Every kind of layer, and what animations and transactions do with them: in a window, as pictures, or as a recording.
@main
struct Gallery {
    static func main() {
        let options = Options.parseOrExit()
        do {
            CGContext.installCairo()
            if options.lists {
                for screen in Screen.all {
                    print(screen.name.padding(toLength: 14, withPad: " ", startingAt: 0) + screen.title)
                }
            } else if let folder = options.frames {
                try paint(options.screens, into: URL(fileURLWithPath: folder))
            } else if let file = options.recording {
                try record(options.screens, to: URL(fileURLWithPath: file))
            } else {
                try show(options)
            }
        } catch {
            fail("\(error)")
        }
    }

    private static func fail(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("Gallery: \(sentence)\n".utf8))
        exit(1)
    }

    /// Three instants of each screen; on a virtual clock, so that nobody waits for them.
    private static func paint(_ screens: [Screen], into folder: URL) throws {
        CFRunLoopGetMain().clock = VirtualClock()
        for screen in screens {
            let show = Show([screen])
            let sink = PNGFrameSink(folder: folder, prefix: "\(screen.name)-")
            let start = CACurrentMediaTime()
            try recorder(show).record(frames: 3, rate: FrameRate(4, in: 3), from: start + 0.5, to: sink)
            show.end()
            print("\(screen.name): \(sink.url(ofFrame: 0).path) and two more")
        }
    }

    /// Four seconds of one screen, or two of each, one pushed away by the next.
    private static func record(_ screens: [Screen], to file: URL) throws {
        CFRunLoopGetMain().clock = VirtualClock()
        let show = Show(screens)
        let seconds = screens.count == 1 ? 4.0 : 2.0 * Double(screens.count)
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 2, 2, 0, 0) { _ in show.go(1) }
        CFRunLoopAddTimer(CFRunLoopGetMain(), timer, .commonModes)
        try recorder(show).record(seconds: seconds, rate: FrameRate(30), to: AnimatedWebPSink(url: file))
        CFRunLoopTimerInvalidate(timer)
        show.end()
        print("\(Int(seconds)) seconds: \(file.path)")
    }

    private static func recorder(_ show: Show) throws -> FrameRecorder {
        try FrameRecorder(
            layer: show.root, width: Int(Stage.size.width), height: Int(Stage.size.height), background: Palette.night)
    }

    #if X11
        private static func show(_ options: Options) throws {
            guard ProcessInfo.processInfo.environment["DISPLAY"] != nil else {
                fail("There is no display: DISPLAY is not set. " + withoutWindow)
            }
            let application = Application.shared
            application.windowSystem = try X11WindowSystem { LayerPainter(background: Palette.night) }
            let window = try Window(
                WindowConfiguration(
                    title: "Mainspring Gallery", size: Stage.size, minimumSize: CGSize(width: 320, height: 200)))
            let show = Show(options.screens, first: options.first, in: window)
            window.layer.addSublayer(show.root)
            window.delegate = show
            show.fit(window.size)
            window.show()
            application.run()
            withExtendedLifetime(show) {}
        }
    #else
        private static func show(_ options: Options) throws {
            fail("This was built without windows: the trait X11 is off. " + withoutWindow)
        }
    #endif

    private static let withoutWindow =
        "Gallery --frames FOLDER paints the screens without a window, Gallery --record FILE.webp records them."
}
