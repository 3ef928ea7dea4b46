import Dispatch
import Foundation
import Locks
import Testing

@testable import MainspringData

/// Who has a context's own queue, and when those who read get it.
@Suite struct QueueTurnThreadTests {
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
        queue.performForChild { _ in log.add("read") }
        let expected: [String] = (0..<50).map { "\($0)" }
        #expect(log.all == expected + ["read"])
    }

    @Test func `one who reads does not wait for what need not be awaited`() {
        let (isFree, hasRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // The queue is busy with something that is none of the context's.
        queue.queue!.dispatch.async { isFree.wait() }
        queue.performUnawaited { [log] in
            log.add("unawaited")
            hasRead.signal()
        }
        queue.performForChild { _ in log.add("read") }
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
                    queue.performForChild { _ in
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
            queue.performForChild { _ in log.add("read") }
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
            queue.performForChild { _ in
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

    /// Somebody for whom is read.
    private final class Child {}

    private static func reading(_ child: Child, needsWhole: Bool = false) -> QueueTurn.Reading {
        QueueTurn.Reading(child: ObjectIdentifier(child), needsWhole: needsWhole)
    }

    /// A block that pauses until somebody has read, and then ends.
    private func pauseUntilRead(for child: QueueTurn.Reader?, _ began: DispatchSemaphore, _ hasRead: Guarded<Bool>) {
        let (queue, log) = (queue, log)
        queue.perform {
            began.signal()
            while !hasRead.withLock({ $0 }) { queue.pause(for: child) }
            log.add("work")
        }
    }

    @Test(arguments: [true, false])
    func `a pause lets in who reads for its child, in the midst of the work`(isForAll: Bool) {
        let (child, began, hasRead) = (Child(), DispatchSemaphore(value: 0), Guarded(false))
        pauseUntilRead(for: isForAll ? nil : ObjectIdentifier(child), began, hasRead)
        began.wait()
        queue.performForChild(Self.reading(child)) { isWhole in
            #expect(!isWhole && queue.isReadingInPause && queue.isCurrent)
            // What it calls may read in its turn.
            queue.performForChild(Self.reading(child)) { #expect(!$0) }
            log.add("read")
            hasRead.withLock { $0 = true }
        }
        // Behind the work.
        queue.performAndWait {}
        queue.performForChild(Self.reading(child)) { #expect($0) }
        #expect(log.all == ["read", "work"])
        #expect(!queue.isReadingInPause)
    }

    @Test(arguments: [true, false])
    func `who reads for another child, or needs the context whole, waits for the end of the work`(isOther: Bool) {
        let (child, other) = (Child(), Child())
        let (began, hasRead) = (DispatchSemaphore(value: 0), Guarded(false))
        pauseUntilRead(for: ObjectIdentifier(child), began, hasRead)
        began.wait()
        let (queue, log) = (queue, log)
        let reading = isOther ? Self.reading(other) : Self.reading(child, needsWhole: true)
        let late = thread {
            queue.performForChild(reading) { isWhole in
                #expect(isWhole)
                log.add("late")
            }
        }
        while queue.turn?.isAwaited != true { Thread.yield() }
        // One that need not wait comes before.
        queue.performForChild(Self.reading(child)) { _ in
            log.add("read")
            hasRead.withLock { $0 = true }
        }
        late.wait()
        #expect(log.all == ["read", "work", "late"])
    }

    @Test func `a pause for which nobody waits is none, and who reads has nothing to pause`() {
        let (queue, log) = (queue, log)
        queue.performAndWait {
            queue.pause(for: nil)
            log.add("paused")
        }
        queue.performForChild { _ in queue.pause(for: nil) }
        #expect(log.all == ["paused"])
    }
}

extension Thread {
    /// Lets others run that wait for a processor.
    fileprivate static func `yield`() { sched_yield() }
}
