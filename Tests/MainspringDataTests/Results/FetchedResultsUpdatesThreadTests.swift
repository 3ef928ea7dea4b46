import Foundation
import Testing

@testable import MainspringData

/// Updates of results for other tasks.
@Suite struct FetchedResultsUpdatesThreadTests {
    private let herd = Herd([(4, "cat"), (2, "hen"), (4, "dog")])

    private func isSnapshot(_ update: FetchedResultsUpdate?) -> Bool {
        if case .snapshot = update { true } else { false }
    }

    @Test func `the first update is all there is, the others are what became of it`() async throws {
        let controller = herd.controller()
        try controller.performFetch()
        var iterator = controller.updates.makeAsyncIterator()
        var replica = UpdateReplica()
        replica.apply(await iterator.next())
        #expect(replica.shows(controller))
        herd["hen"].legs = 6
        herd.tell(changed: [herd["hen"], herd.add(1, "uni")])
        herd.tell(deleted: [herd.remove("cat")])
        for _ in 0..<2 {
            let update = await iterator.next()
            #expect(!isSnapshot(update))
            replica.apply(update)
        }
        #expect(replica.shows(controller) && replica.sections.map(\.name) == ["1", "4", "6"])
        try controller.performFetch()
        #expect(isSnapshot(await iterator.next()))
    }

    @Test func `who begins before the first fetch gets what is fetched`() async throws {
        let controller = herd.controller(sections: nil)
        var iterator = controller.updates.makeAsyncIterator()
        try controller.performFetch()
        guard case .snapshot(let sections) = await iterator.next() else {
            Issue.record("no snapshot")
            return
        }
        #expect(sections.map(\.name) == [""] && sections.map(\.objectIDs.count) == [3])
    }

    @Test func `who does not keep up gets all there is instead of what was missed`() async throws {
        let controller = herd.controller()
        try controller.performFetch()
        let updates = controller.updates(limit: 3)
        var iterator = updates.makeAsyncIterator()
        // The snapshot and two changes wait; the third change finds no room.
        for index in 0..<3 { herd.tell(changed: [herd.add(Int16(index), "new \(index)")]) }
        var replica = UpdateReplica()
        let update = await iterator.next()
        #expect(isSnapshot(update))
        replica.apply(update)
        #expect(replica.shows(controller))
        herd.tell(changed: [herd.add(9, "last")])
        let last = await iterator.next()
        #expect(!isSnapshot(last))
    }

    @Test func `whatever the limit and however late, updates come to what there is`() async throws {
        for limit in 1...9 {
            let herd = Herd([(4, "cat"), (2, "hen")])
            let controller = herd.controller()
            try controller.performFetch()
            let updates = controller.updates(limit: limit)
            var iterator = updates.makeAsyncIterator()
            var (replica, waiting, most) = (UpdateReplica(), 1, 1)
            for index in 0..<40 {
                herd.tell(changed: [herd.add(Int16(index * 7 % 5), "new \(index)")])
                waiting = waiting >= limit ? 1 : waiting + 1
                most = max(most, waiting)
                if index % 11 < 5 {
                    replica.apply(await iterator.next())
                    waiting -= 1
                }
            }
            while waiting > 0 {
                replica.apply(await iterator.next())
                waiting -= 1
            }
            #expect(replica.shows(controller) && most <= limit)
            withExtendedLifetime(updates) {}
        }
    }

    @Test func `updates end with the controller, after what was sent`() async throws {
        var controller: NSFetchedResultsController<Animal>? = herd.controller()
        try controller?.performFetch()
        let updates = try #require(controller).updates
        herd.tell(changed: [herd["cat"]])
        controller = nil
        var count = 0
        for await _ in updates { count += 1 }
        #expect(count == 2)
    }

    @Test func `a task that is cancelled ends its updates, and the controller sends it no more`() async throws {
        let controller = herd.controller()
        let updates = controller.updates
        let task = Task { () -> Bool in
            for await _ in updates {}
            return Task.isCancelled
        }
        task.cancel()
        #expect(await task.value)
        try controller.performFetch()
        #expect(controller.core.channels.isEmpty)
    }

    @Test func `a task that waits is woken by an update, and by the end`() async throws {
        let controller = herd.controller()
        let (updates, channel) = (controller.updates, try #require(controller.core.channels.first))
        let task = Task { () -> Int in
            var count = 0
            for await _ in updates { count += 1 }
            return count
        }
        // Nobody knows when the task waits; it counts the same either way.
        try controller.performFetch()
        await Task.yield()
        channel.finish()
        #expect(await task.value == 1)
    }

    @Test func `when nobody reads any more, results stay as they were fetched`() throws {
        let controller = herd.controller()
        try controller.performFetch()
        do { _ = controller.updates }
        herd.tell(changed: [herd.add(8, "spider")])
        #expect(controller.fetchedObjects?.count == 3)
    }
}

extension UpdateReplica {
    fileprivate func shows(_ controller: NSFetchedResultsController<Animal>) -> Bool {
        let all = controller.sections ?? []
        return sections.map(\.name) == all.map(\.name)
            && sections.map(\.ids) == all.map { ($0.objects as? [Animal] ?? []).map(\.objectID) }
    }
}
