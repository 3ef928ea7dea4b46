import Testing

@testable import MainspringData

/// What is called around blocks.
@Suite struct QueueHookThreadTests {
    private let queue = ContextQueue(.privateQueueConcurrencyType)
    private let log = QueueLog()

    init() {
        queue.willRun = { [log] in log.add("will") }
        queue.didRun = { [log] in log.add("did") }
        queue.endOfEvent = { [log] in log.add("end") }
    }

    @Test func `an event ends after the outermost block of perform`() async {
        await queue.perform {
            queue.performAndWait { log.add("inner") }
            log.add("block")
        }
        #expect(log.entries == ["will", "inner", "block", "end", "did"])
    }

    @Test func `an event ends though the block has thrown`() async {
        await #expect(throws: Refusal.self) { try await queue.perform { throw Refusal.refused } }
        #expect(log.entries == ["will", "end", "did"])
    }

    @Test func `to wait for a block is no event`() {
        queue.performAndWait { log.add("block") }
        #expect(log.entries == ["will", "block", "did"])
    }

    @Test func `hooks are called on the queue, and what they perform is inside`() async {
        queue.endOfEvent = { [queue, log] in
            #expect(queue.isCurrent)
            queue.performAndWait { log.add("end") }
        }
        await queue.perform {}
        #expect(log.entries == ["will", "end", "did"])
    }

    @Test func `a child's event and its parent's end by themselves`() async {
        let parent = ContextQueue(.privateQueueConcurrencyType)
        parent.didRun = { [log] in log.add("parent did") }
        await queue.perform { parent.performAndWait { log.add("parent's") } }
        #expect(log.entries == ["will", "parent's", "parent did", "end", "did"])
    }
}
