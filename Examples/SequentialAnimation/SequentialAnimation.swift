import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import MainspringRendering

/// Two animations one after the other, as the loop's own means allow it: start one, run the loop, and let the
/// completion block stop it.
///
/// On the main thread, on a virtual clock: what takes a second on the screen is over at once, and comes out the same
/// each time. With `--record FILE.webp` the frames are painted, too, into an animation that an image viewer or a browser
/// shows.
@main
struct SequentialAnimation {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.isEmpty || arguments.count == 2 && arguments.first == "--record" else {
            FileHandle.standardError.write(Data("usage: SequentialAnimation [--record FILE.webp]\n".utf8))
            exit(2)
        }
        let file = arguments.last.map { URL(fileURLWithPath: $0) }
        CFRunLoopGetMain().clock = VirtualClock()

        let stage = CALayer()
        stage.bounds = CGRect(x: 0, y: 0, width: 480, height: 40)
        stage.anchorPoint = .zero
        let box = CALayer()
        box.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        box.backgroundColor = CGColor(srgbRed: 0.15, green: 0.45, blue: 0.95, alpha: 1)
        box.cornerRadius = 8
        stage.addSublayer(box)

        let host = LayerHost()
        let film = Film(columns: 48)
        let recording = try file.map {
            try HostRecording(
                width: 960, height: 80, scale: 2, background: .white, rate: FrameRate(60), to: AnimatedWebPSink(url: $0)
            )
        }
        host.onFrame = { frame in
            film.add(frame)
            recording?.add(frame)
        }
        host.layer = stage
        CATransaction.flush()

        doAnimationsSequentially(box)
        print(film.strip)
        print("\(host.frameCount) frames were made, each at its time; none was waited for.")
        if let recording, let file {
            host.layer = nil
            // The last look stays for a moment.
            try recording.finish(at: CACurrentMediaTime() + 0.5)
            print("As an animation: \(file.path)")
        }
    }

    static func doAnimationsSequentially(_ layer: CALayer) {
        let rl = CFRunLoopGetCurrent()
        let distantFuture = Date.distantFuture as CFDate
        // Keeps the run from ending at once on a thread whose loop has nothing else.
        let timer = CFRunLoopTimerCreate(nil, CFDateGetAbsoluteTime(distantFuture), 0, 0, 0, nil, nil)
        CFRunLoopAddTimer(rl, timer, .defaultMode)

        CATransaction.begin()
        CATransaction.setCompletionBlock { CFRunLoopStop(rl) }
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0
        fade.toValue = 1
        fade.duration = 0.5
        layer.add(fade, forKey: "fade")
        CATransaction.commit()
        CFRunLoopRun()

        CATransaction.begin()
        CATransaction.setCompletionBlock { CFRunLoopStop(rl) }
        // Where it stays afterwards.
        CATransaction.setDisableActions(true)
        layer.position.x = 460
        let move = CABasicAnimation(keyPath: "position.x")
        move.fromValue = 20
        move.duration = 0.5
        move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        layer.add(move, forKey: "move")
        CATransaction.commit()
        CFRunLoopRun()

        CFRunLoopTimerInvalidate(timer)
    }
}
