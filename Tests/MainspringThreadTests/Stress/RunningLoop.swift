import Locks
@testable import Mainspring

/// A loop that runs on a thread of its own, in one mode after the other, until it is told to end.
final class RunningLoop: Sendable {
    static let modes = [CFRunLoopMode.defaultMode, CFRunLoopMode("one"), CFRunLoopMode("two")]

    let loop: CFRunLoop
    private let isOver = Guarded(false)
    private let thread: TestThread

    init() {
        let made = Guarded<CFRunLoop?>(nil)
        let isReady = Gate()
        thread = TestThread { [isOver] in
            let loop = LoopTable.current
            for mode in Self.modes { loop.keepAlive(mode) }
            made.withLock { $0 = loop }
            isReady.open()
            var turn = 0
            while !isOver.withLock({ $0 }) {
                turn += 1
                // Stops end most runs, the time the others.
                loop.run(for: turn % 2 == 0 ? 0.002 : 0, in: Self.modes[turn % 3])
            }
            // What was queued meanwhile.
            for mode in Self.modes { loop.poll(mode) }
        }
        isReady.pass()
        loop = made.withLock { $0 }!
    }

    /// Ends the run, and waits for the thread's end.
    func end() throws {
        isOver.withLock { $0 = true }
        CFRunLoopStop(loop)
        try thread.join()
    }
}
