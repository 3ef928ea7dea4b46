import Foundation
import MainspringModel
import StoreFaults
import Testing

@testable import MainspringData

/// Migrations of several steps that are interrupted: by mappings, in stages, and those that leave something for later.
@Suite struct StepwiseFaultTests {
    let tests = MigrationFaultTests()
    let bench = MigrationBench()

    /// What a migration does with a file, with a disk that fails; notes the states that the file has in between.
    typealias Way = (_ faults: SQLiteFaults?, _ note: () throws -> Void) throws -> Void

    private func options(_ faults: SQLiteFaults?, _ more: [AnyHashable: Any] = [:]) -> [AnyHashable: Any] {
        var options = MigrationBench.options.merging(more) { $1 }
        options[NSSQLitePragmasOption] = ["journal_mode": "WAL", "synchronous": "NORMAL"]
        options[SQLiteFaults.option] = faults
        return options
    }

    /// Lets each call fail once, one after another: what is there then is a state that a migration without failures goes through,
    /// and the next attempt ends as that does.
    private func check(_ old: Sketch, _ migrate: Way) throws {
        try bench.make(old)
        let before = bench.folder.url("before.sqlite")
        try tests.copy(bench.url, to: before)
        let crashed = bench.folder.url("crashed.sqlite")
        var states = [try picture(bench.url)]
        func note() throws { states.append(try picture(bench.url)) }
        try migrate(nil, note)
        try note()
        #expect(Set(states).count > 1)
        let last = try #require(states.last)
        var (number, failures) = (0, 0)
        while true {
            number += 1
            try tests.copy(before, to: bench.url)
            let faults = SQLiteFaults()
            faults.fail(at: number, of: SQLiteFaults.changing)
            do {
                try migrate(faults, {})
            } catch let error as NSError {
                failures += 1
                #expect(error.domain == NSCocoaErrorDomain, "call \(number): \(error)")
                #expect(error.localizedDescription.hasSuffix("."), "call \(number): \(error.localizedDescription)")
            }
            let hasFailed = faults.failureCount > 0
            faults.stopFailing()
            #expect(!bench.folder.names.contains { $0.contains("migrationdestination") }, "call \(number)")
            try tests.copy(bench.url, to: crashed)
            let found = try picture(crashed)
            #expect(states.contains(found), "call \(number): \(difference(found, last))")
            try migrate(nil, {})
            let end = try picture(bench.url)
            #expect(end == last, "call \(number): \(difference(end, last))")
            if !hasFailed { break }
        }
        #expect(number > 10 && failures > 5)
    }

    /// What a file has, but for the keys that it says were given: of those that were taken in advance the ones that nobody got are
    /// not given back where that fails.
    private func picture(_ url: URL) throws -> [String] {
        var isCounting = false
        return try tests.picture(url).map { line in
            if line.contains(" CREATE ") { isCounting = line.hasPrefix("Z_PRIMARYKEY ") }
            guard isCounting, let end = line.lastIndex(of: "|") else { return line }
            return String(line[..<end])
        }
    }

    private func difference(_ found: [String], _ wanted: [String]) -> String {
        "\(found.filter { !wanted.contains($0) }) instead of \(wanted.filter { !found.contains($0) })"
    }

    @Test func `Whichever call of a migration by a mapping fails, the store is the old one or the new one`() throws {
        var (first, second) = (MigrationBench.library, MappingModelTests.changed)
        first.entities.append(.init(name: "Failing"))
        second.entities.append(.init(name: "Failing"))
        let (old, new) = (first.model(), second.model())
        NSMappingModel.register(MappingModelTests.mapping(), forSourceModel: old, destinationModel: new)
        defer { NSMappingModel.register(nil, forSourceModel: old, destinationModel: new) }
        try check(first) { faults, _ in try bench.close(bench.context(new, options(faults))) }
    }

    @Test func `Whichever call of a migration in stages fails, the store is as one of them leaves it`() throws {
        try check(MigrationBench.library) { faults, note in
            // A handler goes with the migration that it is called for.
            try withoutActuallyEscaping(note) { note in
                let stage = NSCustomMigrationStage(
                    migratingFrom: StagedMigrationTests.reference(1), to: StagedMigrationTests.reference(2))
                stage.willMigrateHandler = { manager, _ in
                    let context = try #require(manager.container).newBackgroundContext()
                    try context.performAndWait {
                        for book in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
                        where book.value(forKey: "pages") == nil {
                            book.setValue(1, forKey: "pages")
                        }
                        try context.save()
                    }
                    try note()
                }
                stage.didMigrateHandler = { _, _ in try note() }
                let stages: [NSMigrationStage] = [
                    stage,
                    NSLightweightMigrationStage([StagedMigrationTests.checksum(2), StagedMigrationTests.checksum(3)]),
                ]
                let manager = NSStagedMigrationManager(stages)
                defer { (stage.willMigrateHandler, stage.didMigrateHandler) = (nil, nil) }
                let key = NSPersistentStoreStagedMigrationManagerOptionKey
                try bench.close(bench.context(StagedMigrationTests.model(3), options(faults, [key: manager])))
            }
        }
    }

    @Test func `Whichever call fails of a migration that leaves something for later, and of what does that later`()
        throws
    {
        let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
        try check(DeferredMigrationTests.old) { faults, note in
            let context = try bench.context(DeferredMigrationTests.new.model(), options(faults, [key: true]))
            defer { try? bench.close(context) }
            let coordinator = try #require(context.persistentStoreCoordinator)
            while coordinator.persistentStores.contains(where: { $0.metadata[key] != nil }) {
                try note()
                try coordinator.finishDeferredLightweightMigrationTask()
            }
        }
    }
}
