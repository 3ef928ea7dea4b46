import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

/// Lists over a context that is changed at random: what is told of them gives them.
@Suite struct RandomListTests {
    /// What a list shows: by which keys it is in order, which begin with that of its sections.
    private struct Show {
        let keys: [(key: String, ascending: Bool)]
        let sections: String?
        let format: String?
    }

    private static let shows = [
        Show(keys: [("age", true), ("name", true)], sections: "age", format: nil),
        Show(
            keys: [("department.name", true), ("name", false)], sections: "department.name", format: "department != nil"
        ),
        Show(keys: [("name", true)], sections: nil, format: "department.age >= 1"),
        Show(
            keys: [("age", false), ("name", true)], sections: "age",
            format: "department.name IN {'Sales', 'Board'} OR age > 3"),
        Show(keys: [("department.age", false), ("age", true), ("name", true)], sections: nil, format: "age > 0"),
    ]

    private static func controller(_ show: Show, _ context: NSManagedObjectContext)
        -> NSFetchedResultsController<NSManagedObject>
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = show.keys.map { NSSortDescriptor(key: $0.key, ascending: $0.ascending) }
        request.predicate = show.format.map { NSPredicate(format: $0) }
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: show.sections, cacheName: nil)
    }

    /// Each seed plays 1,000 rounds. A round checks a list of calls, differences, snapshots and the updates of a task.
    @Test(arguments: Seeds.first(5))
    func `calls, differences, snapshots and updates applied to arrays give the sections`(seed: UInt64) async throws {
        print("Lists over a context: seed \(seed), 1,000 rounds")
        var world = try ListWorld(seed: seed)
        let show = Self.shows[Int(seed) % Self.shows.count]
        let flat = Show(keys: show.keys, sections: nil, format: show.format)
        let (table, differences, snapshots) = (TableShadow(), DifferenceShadow(), SnapshotShadow())
        let (list, plain, whole) = (
            Self.controller(show, world.context), Self.controller(flat, world.context),
            Self.controller(show, world.context)
        )
        (list.delegate, plain.delegate, whole.delegate) = (table, differences, snapshots)
        for controller in [list, plain, whole] { try controller.performFetch() }
        table.reload(list)
        differences.ids = plain.fetchedObjects?.map(\.objectID) ?? []
        var updates = list.updates.makeAsyncIterator()
        var replica = UpdateReplica()
        replica.apply(await updates.next())
        for round in 0..<1_000 {
            let before = table.callCount
            let step = try world.step()
            let what = Comment(rawValue: "seed \(seed), round \(round): \(step)")
            try #require(table.faults == [], what)
            // Reads all from the store.
            if round.isMultiple(of: 20) { try #require(world.strayed == [], what) }
            // What a task is sent are the same changes.
            for _ in before..<table.callCount { replica.apply(await updates.next()) }

            let fetched = try world.context.fetch(list.fetchRequest)
            let sections = list.sections ?? []
            let rows = sections.map { ($0.objects as? [NSManagedObject] ?? []) }
            let isSame = rows.joined().elementsEqual(fetched, by: ===)
            try #require(isSame, "\(what): the list has \(Self.text(rows)), the fetch \(Self.text([fetched]))")
            let isTable = table.sections.map(\.rows) == rows.map { $0.map { ObjectIdentifier($0) } }
            try #require(isTable, "\(what): the table has other rows")
            try #require(table.sections.map(\.name) == sections.map(\.name), what)
            // What was told by identities that were temporary then still leads to the objects.
            let all = fetched.map { ObjectIdentifier($0) }
            try #require(Self.objects(differences.ids, world) == all && differences.faultCount == 0, what)
            let wholes = snapshots.sections.filter { !$0.ids.isEmpty || show.sections != nil }
            let tableRows: [[ObjectIdentifier]] = table.sections.map(\.rows)
            let filled: [[ObjectIdentifier]] = tableRows.filter { !$0.isEmpty }
            try #require(wholes.map { Self.objects($0.ids, world) } == filled, what)
            try #require(replica.sections.map { Self.objects($0.ids, world) } == tableRows, what)
            try #require(replica.sections.map(\.name) == sections.map(\.name), what)
            guard show.sections != nil else { continue }
            try #require(snapshots.sections.map(\.name) == sections.map(\.name), what)
            try #require(zip(sections, rows).allSatisfy { Self.isNamed($0.name, $1, show) }, what)
        }
        #expect(table.callCount > 100 && differences.callCount > 100)
    }

    private static func objects(_ identities: [NSManagedObjectID], _ world: ListWorld) -> [ObjectIdentifier] {
        identities.compactMap { world.context.registeredObject(for: $0).map { ObjectIdentifier($0) } }
    }

    private static func text(_ rows: [[NSManagedObject]]) -> String {
        rows.joined().map { row in
            let marks = [(row.isInserted, "new"), (row.isUpdated, "changed"), (row.isDeleted, "deleted")]
            let words = marks.filter(\.0).map(\.1).joined(separator: " ")
            return "\(row.title) \(row.age) \(row["department"]?.title ?? "-") \(words)"
        }.joined(separator: "; ")
    }

    /// Whether a section has rows, and all of them its name.
    private static func isNamed(_ name: String, _ rows: [NSManagedObject], _ show: Show) -> Bool {
        guard let path = show.sections else { return true }
        return !rows.isEmpty && rows.allSatisfy { "\($0.value(forKeyPath: path) ?? "")" == name }
    }
}
