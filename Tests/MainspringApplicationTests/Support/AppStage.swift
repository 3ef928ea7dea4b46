import Foundation
import Mainspring
import MainspringAnimation

@testable import MainspringApplication

/// An application around the test's own loop, on a virtual clock, with windows without a display; what would end the
/// process ends a list.
final class AppStage {
    let clock = VirtualClock()
    let application: Application
    let system = HeadlessWindowSystem()
    let statuses = Statuses()

    final class Statuses {
        var all: [Int32] = []
    }

    init() {
        CFRunLoopGetCurrent().clock = clock
        application = Application(loop: CFRunLoopGetCurrent()) { [statuses] in statuses.all.append($0) }
        application.handlesTerminationSignals = false
        application.windowSystem = system
    }

    /// A window of 200 by 200 points, mapped.
    func makeWindow() throws -> (window: Window, surface: HeadlessSurface) {
        let window = try Window(
            WindowConfiguration(title: "Test", size: CGSize(width: 200, height: 200)), application: application)
        window.show()
        return (window, system.surfaces.last!)
    }

    /// Runs the loop for a time, in the default mode.
    func run(for seconds: Double = 0.001) { _ = CFRunLoopRunInMode(.defaultMode, seconds, false) }

    /// Seconds of the clock.
    var now: Double { CACurrentMediaTime() }
}

/// Runs a test's body on a thread of its own, whose loop nobody else uses and which goes with it.
func onOwnLoop<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = OutcomeBox<Result>()
    let finished = DispatchSemaphore(value: 0)
    let worker = Thread {
        outcome.result = Swift.Result { try body() }
        finished.signal()
    }
    worker.stackSize = 1 << 23
    worker.start()
    finished.wait()
    return try outcome.result!.get()
}

private final class OutcomeBox<Value: Sendable>: @unchecked Sendable {
    // `@unchecked Sendable`: written before the semaphore is signalled, read after.
    var result: Result<Value, any Error>?
}

/// Notes what a layer's handler is told, as words.
final class NotingHandler: LayerEventHandler {
    let name: String
    let log: Log
    var takes: Bool
    var acceptsFocus = true
    var then: ((CALayer, Event, Window) -> Void)?

    final class Log {
        var lines: [String] = []
    }

    init(_ name: String, _ log: Log, takes: Bool = true) { (self.name, self.log, self.takes) = (name, log, takes) }

    func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool {
        log.lines.append("\(name) \(event.word)")
        then?(layer, event, window)
        return takes
    }

    func layerAcceptsFocus(_ layer: CALayer) -> Bool { acceptsFocus }
    func layer(_ layer: CALayer, didChangeFocus isFocused: Bool) { log.lines.append("\(name) focus \(isFocused)") }
}

extension Event {
    /// What happened, as a test names it.
    var word: String {
        switch content {
        case .pointer(let event): "\(event.phase)"
        case .touch(let event): "touch \(event.phase) \(event.identifier)"
        case .scroll(let event): "scroll \(event.phase)"
        case .magnify(let event): "magnify \(event.phase)"
        case .key(let event): "key \(event.characters) \(event.isDown ? "down" : "up")"
        case .text(let text): "text \(text)"
        case .fileDrop(let event): "files \(event.phase)"
        case .window, .terminationRequested, .windowSystemFailed: "\(content)"
        }
    }
}

/// Adds a layer at a place of 100 by 100 points.
func addLayer(to outer: CALayer, x: CGFloat = 0, y: CGFloat = 0, side: CGFloat = 100) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: side, height: side)
    outer.addSublayer(layer)
    return layer
}

func down(_ x: CGFloat, _ y: CGFloat, _ button: PointerButton = .primary) -> Event.Content {
    .pointer(PointerEvent(.down, at: CGPoint(x: x, y: y), button: button))
}
func drag(_ x: CGFloat, _ y: CGFloat, _ button: PointerButton = .primary) -> Event.Content {
    .pointer(PointerEvent(.dragged, at: CGPoint(x: x, y: y), button: button))
}
func up(_ x: CGFloat, _ y: CGFloat, _ button: PointerButton = .primary) -> Event.Content {
    .pointer(PointerEvent(.up, at: CGPoint(x: x, y: y), button: button))
}
func move(_ x: CGFloat, _ y: CGFloat) -> Event.Content { .pointer(PointerEvent(.moved, at: CGPoint(x: x, y: y))) }
func touch(_ phase: TouchEvent.Phase, _ finger: UInt64, _ x: CGFloat, _ y: CGFloat) -> Event.Content {
    .touch(TouchEvent(phase, identifier: finger, at: CGPoint(x: x, y: y)))
}
