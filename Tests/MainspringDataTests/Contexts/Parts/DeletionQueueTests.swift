import Testing

@testable import MainspringData

/// The queue of deletions whose delete rules are applied, apart from the context.
@Suite struct DeletionQueueTests {
    private let context: NSManagedObjectContext
    private let objects: [NSManagedObject]
    private let queue = DeletionQueue()

    init() {
        let company = Company()
        let context = company.context()
        self.context = context
        objects = ["a", "b", "c"].map { company.make("Person", $0, in: context) }
        for object in objects { queue.append(object) }
    }

    @Test func `objects come in their order, and those that are added meanwhile last`() {
        #expect(queue.next() === objects[0])
        let other = NSManagedObject(entity: objects[0].entity, insertInto: context)
        queue.append(other)
        #expect(Array(queue.left) == [objects[1], objects[2], other])
        #expect([queue.next(), queue.next(), queue.next(), queue.next()] == [objects[1], objects[2], other, nil])
    }

    /// Whether the removed object is done or not.
    @Test(arguments: [0, 1, 2]) func `no other object is left out when one is removed`(index: Int) {
        var done = [queue.next()]
        queue.remove(objects[index])
        while let next = queue.next() { done.append(next) }
        var expected: [NSManagedObject?] = objects
        if index > 0 { expected.remove(at: index) }
        #expect(done == expected)
    }

    @Test func `an object is being propagated as long as the closure runs`() {
        queue.propagate(objects[0]) { object in
            #expect(queue.propagating == [object])
            queue.propagate(objects[1]) { _ in #expect(queue.propagating == [objects[0], objects[1]]) }
        }
        #expect(queue.propagating.isEmpty)
    }

    @Test func `nothing is left after the end, or when all is dropped`() {
        _ = queue.next()
        queue.end()
        #expect(queue.objects.isEmpty && queue.doneCount == 0 && queue.next() == nil)
        queue.append(objects[0])
        queue.drop()
        #expect(queue.left.isEmpty)
    }
}
