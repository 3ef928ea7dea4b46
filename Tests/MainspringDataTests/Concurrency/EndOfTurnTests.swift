import Dispatch
import Foundation
import Mainspring
import MainspringFoundation
import Testing

@testable import MainspringData

/// Ends of turns on threads other than the main one.
@Suite struct EndOfTurnTests {
    @Test func `a context without a queue ends its event before its thread's loop sleeps, once`() async throws {
        let queue = ContextQueue(.confined)
        let log = QueueLog()
        queue.endOfEvent = { log.add("end") }
        for _ in 0..<2 {
            let thread = RunLoopThread()
            thread.start()
            let queue = Handed(queue)
            try await thread.run {
                queue.value.setNeedsEndOfEvent()
                queue.value.setNeedsEndOfEvent()
                log.add("change")
            }
            thread.stop()
        }
        #expect(log.entries == ["change", "end", "change", "end"])
    }

    @Test func `an undo manager closes its group when the turn of its thread's loop ends`() async throws {
        _ = ContextQueue(.privateQueueConcurrencyType)
        let thread = RunLoopThread()
        thread.start()
        let manager = Handed(UndoManager())
        let level = try await thread.run {
            manager.value.registerUndo(withTarget: thread) { _ in }
            return manager.value.groupingLevel
        }
        thread.stop()
        #expect(level == 1 && manager.value.groupingLevel == 0 && manager.value.canUndo)
    }

    @Test func `a thread without a loop has no end of a turn`() {
        #expect(!EndOfTurn.schedule(at: 0, in: [CFRunLoopMode.commonModes.rawValue]) {})
    }

    @Test func `on the main queue without our loop a later item is the end of the turn`() async {
        let log = QueueLog()
        let isScheduled = await MainActor.run {
            DispatchQueue.main.async { log.add("before") }
            defer { log.add("turn") }
            return EndOfTurn.schedule(at: 0, in: [CFRunLoopMode.commonModes.rawValue]) { log.add("end") }
        }
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(isScheduled && log.entries == ["turn", "before", "end"])
    }

    @Test func `the checks are on for a debug build, whatever this module is`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebug.turn(on: false)
            ConcurrencyDebug.noteBuild(isDebug: false)
            guard !ConcurrencyDebug.isOn else { exit(1) }
            ConcurrencyDebug.noteBuild(isDebug: true)
            guard ConcurrencyDebug.isOn else { exit(2) }
        }
    }
}
