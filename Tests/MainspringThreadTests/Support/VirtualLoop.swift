import Testing

@testable import Mainspring

/// Runs a closure on a thread whose loop has a virtual clock: a run that waits for nothing is over at once, however long it was
/// to take.
@discardableResult
func onVirtualLoop<Result: Sendable>(
    clock: VirtualClock = VirtualClock(), _ body: @escaping @Sendable (CFRunLoop) throws -> Result
) throws -> Result {
    try onThread { try body(LoopTable.makeCurrent(clock: clock)) }
}

extension CFRunLoop {
    /// How many passes were begun and how often the loop came back from the kernel's sleep.
    var turns: UInt64 { beat.turns }

    /// Looks once at what is ready.
    @discardableResult
    func poll(_ mode: CFRunLoopMode = .defaultMode) -> CFRunLoopRunResult {
        run(in: mode, seconds: 0, returnAfterSourceHandled: false)
    }

    /// Runs for a time.
    @discardableResult
    func run(for seconds: CFTimeInterval, in mode: CFRunLoopMode = .defaultMode) -> CFRunLoopRunResult {
        run(in: mode, seconds: seconds, returnAfterSourceHandled: false)
    }

    /// Keeps a mode from being empty.
    func keepAlive(_ modes: CFRunLoopMode...) {
        for mode in modes { add(.manual {}, to: mode) }
    }
}

extension CFRunLoopSource {
    /// A source of version 0.
    static func manual(order: CFIndex = 0, _ perform: @escaping () -> Void) -> CFRunLoopSource {
        var context = CFRunLoopSourceContext()
        context.perform = { _ in perform() }
        return CFRunLoopSourceCreate(nil, order, &context)
    }
}
