import Locks
import Mainspring
import MainspringFoundation
import Testing

/// The ends of turns of our loop, told to who knows no loop.
@Suite struct TurnEndTests {
    /// Undo managers belong to one thread at a time; here the loop's, and after it this one.
    private struct Handed<Value>: @unchecked Sendable {
        let value: Value
    }

    /// Waits until the thread's loop begins another pass, which is after the end of the current turn.
    private static func nextPass(of thread: RunLoopThread) async {
        await withCheckedContinuation { continuation in
            thread.perform {
                let loop: CFRunLoop = CFRunLoopGetCurrent()
                let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(
                    nil, CFRunLoopActivity.beforeTimers.rawValue, false, 0
                ) { _, _ in continuation.resume() }
                CFRunLoopAddObserver(loop, observer, CFRunLoopMode.commonModes)
                CFRunLoopWakeUp(loop)
            }
        }
    }

    @Test func `an undo manager closes its group when the turn of its thread's loop ends, without anybody's help`()
        async throws
    {
        let thread = RunLoopThread()
        thread.start()
        let manager = Handed(value: UndoManager())
        let levels = Guarded<[Int]>([])
        for _ in 0..<2 {
            try await thread.run {
                manager.value.registerUndo(withTarget: thread) { _ in }
                manager.value.registerUndo(withTarget: thread) { _ in }
                let level = manager.value.groupingLevel
                levels.withLock { $0.append(level) }
            }
            await Self.nextPass(of: thread)
            try await thread.run {
                let level = manager.value.groupingLevel
                levels.withLock { $0.append(level) }
            }
        }
        thread.stop()
        #expect(levels.withLock { $0 } == [1, 0, 1, 0] && manager.value.undoCount == 2)
    }

    @Test func `a group is closed when a run of the loop ends`() {
        let manager = UndoManager()
        let loop: CFRunLoop = CFRunLoopGetCurrent()
        CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) {
            manager.registerUndo(withTarget: manager) { _ in }
        }
        #expect(CFRunLoopRunInMode(.defaultMode, 0, false) != .stopped)
        #expect(manager.groupingLevel == 0 && manager.canUndo)
    }

    @Test func `outside of a run the next group closes the one before`() {
        let manager = UndoManager()
        _ = CFRunLoopGetCurrent() as CFRunLoop
        manager.registerUndo(withTarget: manager) { _ in }
        #expect(manager.groupingLevel == 1 && manager.canUndo)
    }
}
