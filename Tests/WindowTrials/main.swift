// A program with a window on the process's initial thread. Run by the tests, on a server of theirs.
//
//   window-trials DISPLAY [stands]
//
// Ends with 0 when its last window is closed, with 3 when the server has gone, after saying why. With `stands` its layers are seen, and
// whoever types a letter has the main thread stand in the call-out that brings it, until there is something to read.
import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication
import MainspringGraphics
import MainspringRendering
import MainspringWindows
import MainspringX11

// Kills the process, and so tells of it, instead of letting the tests wait.
alarm(60)

final class Program: ApplicationDelegate, WindowDelegate {
    private var window: Window?
    private let stands = CommandLine.arguments.last == "stands"

    func applicationDidFinishLaunching(_ application: Application) {
        do {
            let system = try X11WindowSystem(display: CommandLine.arguments[1]) {
                [stands] () -> any FramePainter in
                stands ? LayerPainter(background: .black) : GrayPainter()
            }
            application.windowSystem = system
            let window = try Window(WindowConfiguration(title: "Trial", size: CGSize(width: 64, height: 48)))
            window.delegate = self
            // So frames are on their way whenever the server goes.
            let pulse = CABasicAnimation(keyPath: "opacity")
            (pulse.fromValue, pulse.toValue, pulse.duration, pulse.repeatCount) = (0, 1, 0.5, .infinity)
            window.layer.backgroundColor = .white
            window.layer.add(pulse, forKey: "pulse")
            window.show()
            self.window = window
        } catch {
            say("\(error)")
            exit(2)
        }
    }

    func window(_ window: Window, handle event: Event) -> Bool {
        guard case .text(let text) = event.content, CFRunLoopGetMain() === CFRunLoopGetCurrent() else { return false }
        say("on the main loop: \(text)")
        if stands {
            say("stands")
            var byte: UInt8 = 0
            while read(STDIN_FILENO, &byte, 1) < 0, errno == EINTR {}
            say("goes on")
        }
        return true
    }

    /// At once: who reads it may wait for it.
    private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    func application(_ application: Application, windowSystemDidFail sentence: String) {
        say(sentence)
        exit(3)
    }
}

final class GrayPainter: FramePainter {
    func paint(_ update: FrameUpdate, into pixels: PixelMemory) {
        for rect in update.damage {
            for y in rect.y..<rect.y + rect.height {
                memset(pixels.base + y * pixels.bytesPerRow + rect.x * 4, 0x80, rect.width * 4)
            }
        }
    }
}

let program = Program()
Application.shared.delegate = program
Application.shared.run()
