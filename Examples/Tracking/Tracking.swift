import Foundation
import Mainspring
import MainspringAnimation
import MainspringApplication

/// A box is dragged for a second and a half while two timers go: that of the default mode pauses, that of the common modes
/// goes on.
///
/// Without a display, and on a virtual clock: what takes four seconds on the screen is over at once, and comes out the
/// same each time.
@main
struct Tracking {
    static func main() throws {
        CFRunLoopGetMain().clock = VirtualClock()
        let application = Application.shared
        let system = HeadlessWindowSystem()
        application.windowSystem = system

        let window = try Window(WindowConfiguration(title: "Tracking", size: CGSize(width: 400, height: 200)))
        let box = Box()
        box.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        window.layer.addSublayer(box)
        window.show()

        for (mode, name) in [(CFRunLoopMode.defaultMode, "default mode"), (.commonModes, "common modes")] {
            let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.5, 0.5, 0, 0) { _ in
                note("timer of the \(name)")
            }
            CFRunLoopAddTimer(application.loop, timer, mode)
        }
        // In the place of a hand.
        let steps: [(seconds: Double, content: Event.Content)] = [
            (1.1, .pointer(PointerEvent(.down, at: CGPoint(x: 50, y: 50)))),
            (1.2, .pointer(PointerEvent(.dragged, at: CGPoint(x: 100, y: 50)))),
            (1.7, .pointer(PointerEvent(.dragged, at: CGPoint(x: 180, y: 50)))),
            (2.2, .pointer(PointerEvent(.dragged, at: CGPoint(x: 260, y: 50)))),
            (2.7, .pointer(PointerEvent(.up, at: CGPoint(x: 260, y: 50)))),
            (4.1, .window(.closeRequested)),
        ]
        for (seconds, content) in steps {
            let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + seconds, 0, 0, 0) { _ in
                system.surfaces.first?.send(content)
            }
            CFRunLoopAddTimer(application.loop, timer, .commonModes)
        }
        application.run()
    }
}
