import Dispatch
import Foundation
import Locks
import Testing

@testable import MainspringData

/// Who has a context's own queue, and when those who read get it.
@Suite struct QueueTurnTests {
    private let queue = ContextQueue(.privateQueueConcurrencyType)
    private let log = Log()

    private final class Log: Sendable {
        private let entries = Guarded<[String]>([])
        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
        var all: [String] { entries.withLock { $0 } }
    }

    /// A thread that does something; joined by waiting.
    private func thread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let isDone = DispatchSemaphore(value: 0)
        Thread {
            body()
            isDone.signal()
        }.start()
        return isDone
    }

    @Test func `one who reads comes behind what was enqueued before`() {
        for number in 0..<50 { queue.perform { [log] in log.add("\(number)") } }
        queue.performForChild { log.add("read") }
        #expect(log.all == (0..<50).map(String.init) + ["read"])
    }

    @Test func `one who reads does not wait for what need not be awaited`() {
        let (isFree, hasRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // The queue is busy with something that is none of the context's.
        queue.queue!.dispatch.async { isFree.wait() }
        queue.performUnawaited { [log] in
            log.add("unawaited")
            hasRead.signal()
        }
        queue.performForChild { log.add("read") }
        isFree.signal()
        hasRead.wait()
        #expect(log.all == ["read", "unawaited"])
    }

    @Test func `while the queue is lent those who read have it, one at a time, and what is enqueued waits`() {
        let (isLent, mayEnd, isOver) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let (queue, log) = (queue, log)
        queue.perform {
            queue.lend {
                isLent.signal()
                mayEnd.wait()
            }
            log.add("lent")
        }
        queue.perform {
            log.add("next")
            isOver.signal()
        }
        isLent.wait()
        let inside = Guarded(0)
        let readers = (0..<8).map { _ in
            thread {
                for _ in 0..<100 {
                    queue.performForChild {
                        #expect(queue.isCurrent && queue.isReading)
                        inside.withLock { $0 += 1 }
                        #expect(inside.withLock { $0 } == 1)
                        inside.withLock { $0 -= 1 }
                    }
                }
            }
        }
        for reader in readers { reader.wait() }
        log.add("read")
        mayEnd.signal()
        isOver.wait()
        #expect(log.all == ["read", "lent", "next"])
        #expect(!queue.isReading)
    }

    @Test func `one who has come behind a block is let in as soon as that lends the queue`() {
        let (isBusy, mayLend, mayEnd, isOver) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0),
            DispatchSemaphore(value: 0)
        )
        let (queue, log) = (queue, log)
        queue.perform {
            isBusy.signal()
            mayLend.wait()
            queue.lend { mayEnd.wait() }
            log.add("lent")
        }
        queue.perform {
            log.add("next")
            isOver.signal()
        }
        isBusy.wait()
        let reader = thread {
            queue.performForChild { log.add("read") }
            mayEnd.signal()
        }
        mayLend.signal()
        reader.wait()
        isOver.wait()
        #expect(log.all == ["read", "lent", "next"])
    }

    @Test func `who lends gets the queue back behind those who are reading`() {
        let (isLent, isReading, mayEnd, isOver) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0),
            DispatchSemaphore(value: 0)
        )
        let (queue, log) = (queue, log)
        queue.perform {
            queue.lend {
                isLent.signal()
                isReading.wait()
            }
            log.add("lent")
            isOver.signal()
        }
        isLent.wait()
        let reader = thread {
            queue.performForChild {
                isReading.signal()
                mayEnd.wait()
                log.add("read")
            }
        }
        mayEnd.signal()
        reader.wait()
        isOver.wait()
        #expect(log.all == ["read", "lent"])
    }
}
