import Dispatch
import Foundation
import MainspringFoundation
import Testing

@testable import MainspringData

/// Blocks on the queue of a context.
@Suite struct QueuePerformThreadTests {
    @Test func `blocks run one after the other, in the order in which they came`() async {
        let context = QueuedContext(.privateQueue)
        let log = QueueLog()
        enqueue(context, log)
        await context.perform(schedule: .enqueued) {}
        let expected: [String] = (0..<100).map { "\($0)" }
        #expect(log.entries == expected)
    }

    private func enqueue(_ context: QueuedContext, _ log: QueueLog) {
        for number in 0..<100 { context.perform { log.add("\(number)") } }
    }

    @Test func `threads that perform at once are served one at a time`() {
        let context = QueuedContext(.privateQueue)
        let object = Handed(QueuedObject())
        let queue = context.queue
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                queue.perform { object.value.count += 1 }
                queue.performAndWait { object.value.count += 1 }
            }
        }
        #expect(context.performAndWait { object.value.count } == 8_000)
    }

    @Test func `what a block returns and throws comes to the caller`() async throws {
        for context in [QueuedContext(.privateQueue), QueuedContext(.mainQueue)] {
            #expect(context.performAndWait { 1 } == 1)
            #expect(throws: CocoaError.self) {
                try context.performAndWait { throw CocoaError(.fileNoSuchFile) }
            }
            do throws(Refusal) {
                try context.performAndWait { () throws(Refusal) in throw .refused }
                Issue.record("The block has thrown.")
            } catch {
                #expect(error == .refused)
            }
            #expect(await context.perform { 2 } == 2)
            await #expect(throws: CocoaError.self) {
                try await context.perform { throw CocoaError(.fileNoSuchFile) }
            }
            do throws(Refusal) {
                try await context.perform(schedule: .enqueued) { () throws(Refusal) in throw .refused }
                Issue.record("The block has thrown.")
            } catch {
                #expect(error == .refused)
            }
        }
    }

    @Test func `a block that waits for its own context runs at once`() async {
        let context = QueuedContext(.privateQueue)
        let log = QueueLog()
        await context.perform {
            context.perform { log.add("enqueued") }
            context.performAndWait {
                context.performAndWait { log.add("innermost") }
                log.add("inner")
            }
            log.add("outer")
        }
        await context.perform {}
        #expect(log.entries == ["innermost", "inner", "outer", "enqueued"])
    }

    @Test(arguments: [NSManagedObjectContext.ConcurrencyType.privateQueue, .mainQueue])
    func `a child performs on its parent, and the parent's block on the child`(
        type: NSManagedObjectContext.ConcurrencyType
    ) async {
        let (child, parent) = (QueuedContext(.privateQueue), QueuedContext(type))
        let log = QueueLog()
        await child.perform {
            parent.performAndWait {
                #expect(child.queue.isCurrent && parent.queue.isCurrent)
                child.performAndWait { parent.performAndWait { log.add("inside") } }
            }
            #expect(!parent.queue.isCurrent)
            log.add("after")
        }
        #expect(log.entries == ["inside", "after"])
    }

    @Test func `a block of the main queue performs on itself through a private context`() async {
        let (main, other) = (QueuedContext(.mainQueue), QueuedContext(.privateQueue))
        let log = QueueLog()
        DispatchQueue.main.async { [queue = main.queue, inner = other.queue] in
            inner.performAndWait { queue.performAndWait { log.add("inside") } }
        }
        await main.perform(schedule: .enqueued) {}
        #expect(log.entries == ["inside"])
    }

    @Test func `the queue is current inside its blocks and nowhere else`() async {
        let (context, other) = (QueuedContext(.privateQueue), QueuedContext(.privateQueue))
        #expect(!context.queue.isCurrent)
        context.performAndWait {
            #expect(context.queue.isCurrent && !other.queue.isCurrent)
            let queue = Handed(context.queue)
            DispatchQueue.global().sync { #expect(queue.value.isCurrent, "It has the caller's thread.") }
            let elsewhere = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                #expect(!queue.value.isCurrent)
                elsewhere.signal()
            }
            elsewhere.wait()
        }
        #expect(!context.queue.isCurrent)
        let main = QueuedContext(.mainQueue)
        #expect(!main.queue.isCurrent)
        await MainActor.run { [queue = main.queue] in #expect(queue.isCurrent) }
    }

    @Test func `immediate runs at once on the queue, enqueued behind the others`() async {
        let main = QueuedContext(.mainQueue)
        let log = QueueLog()
        await onMain(main.queue, log)
        #expect(log.entries == ["immediate", "first", "enqueued"])
    }

    @MainActor private func onMain(_ queue: ContextQueue, _ log: QueueLog) async {
        enqueue("first", queue, log)
        await queue.perform(schedule: .immediate) { log.add("immediate") }
        await queue.perform(schedule: .enqueued) { log.add("enqueued") }
    }

    private func enqueue(_ entry: String, _ queue: ContextQueue, _ log: QueueLog) { queue.perform { log.add(entry) } }

    @Test func `a cancelled task's block runs all the same`() async {
        let context = QueuedContext(.privateQueue)
        let queue = context.queue
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await queue.perform { 3 }
        }
        #expect(await task.value == 3)
    }

    @Test func `a queue lives until its last block has run`() async {
        let log = QueueLog()
        weak var gone: ContextQueue?
        await withCheckedContinuation { continuation in
            let queue = ContextQueue(.privateQueueConcurrencyType)
            gone = queue
            enqueue("block", queue, log)
            queue.perform { continuation.resume() }
        }
        #expect(log.entries == ["block"])
        // The last block lets go of it just after it has told us.
        while gone != nil { await Task.yield() }
    }
}
