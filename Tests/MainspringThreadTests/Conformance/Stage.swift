import Testing

@testable import Mainspring

/// A loop on a thread of its own with a virtual clock, and a log that reads like the tables of the run loop's rules:
/// `o2` is an observer's call for activity 2, `=3` a run's result, the rest are names.
final class Stage {
    let loop: CFRunLoop
    let clock: VirtualClock
    private var entries: [String] = []

    private init(_ loop: CFRunLoop, _ clock: VirtualClock) {
        self.loop = loop
        self.clock = clock
    }

    /// What a scene logs.
    static func log(_ scene: @escaping @Sendable (Stage) throws -> Void) throws -> String {
        let clock = VirtualClock()
        return try onVirtualLoop(clock: clock) { loop in
            let stage = Stage(loop, clock)
            try scene(stage)
            return stage.entries.joined(separator: " ")
        }
    }

    func note(_ entry: String) { entries.append(entry) }

    /// Keeps a mode from being empty.
    func keepAlive(_ mode: CFRunLoopMode = .defaultMode) { loop.keepAlive(mode) }

    /// Logs an observer's calls, in the default mode if no other is given.
    @discardableResult
    func observe(
        _ name: String = "o", _ activities: CFRunLoopActivity = .allActivities, repeats: Bool = true,
        order: CFIndex = 0,
        in mode: CFRunLoopMode = .defaultMode, _ body: ((CFRunLoopActivity) -> Void)? = nil
    ) -> CFRunLoopObserver {
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(
            kCFAllocatorDefault, activities.rawValue, repeats, order
        ) { [unowned self] _, activity in
            note("\(name)\(activity.rawValue)")
            body?(activity)
        }
        CFRunLoopAddObserver(loop, observer, mode)
        return observer
    }

    /// A source of version 0, in no mode yet; one that tells also logs its schedule and cancel calls.
    func source(
        _ name: String, order: CFIndex = 0, tells: Bool = false, _ perform: (() -> Void)? = nil
    ) -> CFRunLoopSource {
        var context = CFRunLoopSourceContext()
        if tells {
            context.schedule = { [weak self] _, _, mode in self?.note("schedule(\(mode?.shortName ?? ""))") }
            context.cancel = { [weak self] _, _, mode in self?.note("cancel(\(mode?.shortName ?? ""))") }
        }
        context.perform = { [weak self] _ in
            self?.note(name)
            perform?()
        }
        return CFRunLoopSourceCreate(kCFAllocatorDefault, order, &context)
    }

    /// A source of version 0 in a mode, signalled.
    @discardableResult
    func signalled(
        _ name: String, order: CFIndex = 0, in mode: CFRunLoopMode = .defaultMode, _ perform: (() -> Void)? = nil
    ) -> CFRunLoopSource {
        let source = source(name, order: order, perform)
        CFRunLoopAddSource(loop, source, mode)
        CFRunLoopSourceSignal(source)
        return source
    }

    /// A timer in a mode, so many seconds from now.
    @discardableResult
    func timer(
        _ name: String, in seconds: CFTimeInterval, every interval: CFTimeInterval = 0, order: CFIndex = 0,
        mode: CFRunLoopMode = .defaultMode, _ body: ((CFRunLoopTimer) -> Void)? = nil
    ) -> CFRunLoopTimer {
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
            kCFAllocatorDefault, clock.absoluteTime + seconds, interval, 0, order
        ) { [unowned self] timer in
            note(name)
            if let timer { body?(timer) }
        }
        CFRunLoopAddTimer(loop, timer, mode)
        return timer
    }

    /// Posts a block that logs its name.
    func post(_ name: String, _ mode: CFRunLoopMode = .defaultMode, _ body: (() -> Void)? = nil) {
        CFRunLoopPerformBlock(loop, mode) { [unowned self] in
            note(name)
            body?()
        }
    }

    /// Runs, and logs the result.
    func run(_ seconds: CFTimeInterval = 0, in mode: CFRunLoopMode = .defaultMode, untilSource: Bool = false) {
        let result = CFRunLoopRunInMode(mode, seconds, untilSource)
        note("=\(result.rawValue)")
    }

    /// Logs a condition.
    func note(_ name: String, _ condition: Bool) { note("\(name):\(condition ? "yes" : "no")") }

    /// Logs a number of seconds, counted from the clock's zero, rounded to milliseconds.
    func note(_ name: String, milliseconds: CFTimeInterval) { note("\(name):\(Int((milliseconds * 1000).rounded()))") }
}

extension CFRunLoopMode {
    /// Modes of the tests.
    static let other = CFRunLoopMode("other")
    static let third = CFRunLoopMode("third")

    fileprivate var shortName: String { self == .defaultMode ? "default" : rawValue }
}
