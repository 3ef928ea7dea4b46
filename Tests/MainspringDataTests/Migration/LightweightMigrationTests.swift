import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Stores that are opened with another model than they were made with.
@Suite struct LightweightMigrationTests {
    static var options: [AnyHashable: Any] { MigrationBench.options }

    let folder = Scratch()
    var url: URL { folder.url("store.sqlite") }

    /// Makes a store with random contents.
    func make(_ sketch: Sketch, each count: ClosedRange<Int>, _ random: inout SeededGenerator) throws -> World {
        var (world, given) = World.random(sketch, each: count, using: &random)
        let (coordinator, store) = try Fixture.open(url, sketch.model(), options: MigrationBench.quick)
        try world.write(given, sketch, to: coordinator)
        try coordinator.remove(store)
        return world
    }

    /// Migrates the store and compares it with what it is to be.
    func check(_ expected: Mutation.Case, _ sentence: String) throws {
        let (coordinator, store) = try Fixture.open(url, expected.sketch.model(), options: Self.options)
        let found = try World(coordinator, expected.sketch).normalized(expected.sketch, unordered: expected.unordered)
        let wanted = expected.world.normalized(expected.sketch, unordered: expected.unordered)
        let differences = found.differences(from: wanted, comparesKeys: !expected.movesKeys)
        #expect(differences.isEmpty, "\(sentence): \(differences.prefix(3).joined(separator: "\n"))")
        try coordinator.remove(store)
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"], "\(sentence)")
        try checkNew(expected.sketch, sentence)
    }

    /// A store that was migrated is one that can be saved into, and has the tables that a new one has.
    private func checkNew(_ sketch: Sketch, _ sentence: String) throws {
        let other = folder.url("new-\(UUID().uuidString).sqlite")
        let (coordinator, store) = try Fixture.open(other, sketch.model(), options: MigrationBench.quick)
        try coordinator.remove(store)
        let query =
            "SELECT type, upper(tbl_name), \"unique\" FROM sqlite_master LEFT JOIN pragma_index_list(tbl_name) l "
            + "ON l.name = sqlite_master.name WHERE tbl_name GLOB 'Z*' AND tbl_name NOT GLOB 'Z_[0-9]*' ORDER BY 1, 2, 3"
        #expect(try Fixture.rows(url, query) == Fixture.rows(other, query), "\(sentence)")
        let counters = "SELECT count(*) FROM Z_PRIMARYKEY"
        #expect(try Fixture.rows(url, counters) == Fixture.rows(other, counters), "\(sentence)")
        let (reopened, again) = try Fixture.open(url, sketch.model(), options: MigrationBench.quick)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = reopened
        for entity in sketch.entities where !entity.isAbstract {
            let object = NSEntityDescription.insertNewObject(forEntityName: entity.name, into: context)
            object.setValue(1_000_000 + context.insertedObjects.count, forKey: "tag")
            for relation in sketch.relations(entity.name) where !relation.isToMany {
                let request = NSFetchRequest<NSManagedObject>(entityName: relation.destination)
                request.fetchLimit = 1
                object.setValue(try context.fetch(request).first, forKey: relation.name)
            }
        }
        try context.save()
        try reopened.remove(again)
    }

    @Test(arguments: Mutation.all)
    func `Each kind of change is migrated`(mutation: Mutation) throws {
        var count = 0
        for (start, sketch) in Sketch.starts.enumerated() {
            // In a soak, several places where it can be made.
            for seed in Seeds.first(1, soak: 8) {
                let folder = LightweightMigrationTests()
                var random = SeededGenerator(seed: seed)
                let world = try folder.make(sketch, each: 2...5, &random)
                var changed = Mutation.Case(sketch, world)
                var any: any RandomNumberGenerator = random
                guard mutation.apply(&changed, &any) else { continue }
                try folder.check(changed, "\(mutation.testDescription), model \(start), seed \(seed)")
                count += 1
            }
        }
        #expect(count > 0, "the change could be made nowhere")
    }

    @Test(arguments: Seeds.first(40))
    func `Whatever comes together, each value is what it is to be`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let start = Sketch.starts[Int(seed) % Sketch.starts.count]
        let world = try make(start, each: 0...4, &random)
        var changed = Mutation.Case(start, world)
        var names: [String] = []
        var any: any RandomNumberGenerator = random
        for _ in 0..<Int.random(in: 1...8, using: &any) {
            let mutation = Mutation.all[Int.random(in: 0..<Mutation.all.count, using: &any)]
            var next = changed
            guard mutation.apply(&next, &any), (try? next.sketch.model().validate()) != nil else { continue }
            changed = next
            names.append(mutation.testDescription)
        }
        guard !names.isEmpty else { return }
        try check(changed, "seed \(seed): \(names.joined(separator: "; "))")
    }
}
