import Foundation
import MainspringFoundation
import MainspringModel
import Synchronization
import Testing

@testable import MainspringData

/// Automatic migrations by mapping models: what stays of the store in whose place another one is put.
@Suite struct MappedMigrationTests {
    let bench = MigrationBench()

    /// The models of a test alone, with the mapping between them registered as long as a closure runs.
    private func mapped(
        _ name: String, _ policy: NSEntityMigrationPolicy.Type = NamePolicy.self,
        _ body: (_ old: NSManagedObjectModel, _ new: NSManagedObjectModel) throws -> Void
    ) throws {
        var (first, second) = (MigrationBench.library, MappingModelTests.changed)
        first.entities.append(.init(name: name))
        second.entities.append(.init(name: name))
        let (old, new) = (first.model(), second.model())
        NSMappingModel.register(MappingModelTests.mapping(policy), forSourceModel: old, destinationModel: new)
        defer { NSMappingModel.register(nil, forSourceModel: old, destinationModel: new) }
        try bench.make(first)
        try body(old, new)
    }

    private var metadata: [String: Any] {
        get throws { try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url) }
    }

    @Test func `An operation of the user's hears how far it is`() throws {
        try mapped("Watched", WatchingPolicy.self) { _, new in
            let progress = Progress(totalUnitCount: 1)
            WatchingPolicy.seen.withLock { $0 = (progress, []) }
            progress.becomeCurrent(withPendingUnitCount: 1)
            #expect(bench.error(new) == nil)
            progress.resignCurrent()
            let seen = WatchingPolicy.seen.withLock { $0.fractions }
            #expect(seen.count == 3 && seen.allSatisfy { $0 > 0 && $0 < 1 } && seen == seen.sorted(), "\(seen)")
            #expect(Set(seen).count == 3 && progress.fractionCompleted == 1)
        }
    }

    @Test func `What the program has added to the metadata stays, and what the old file said of itself goes`() throws {
        try mapped("Described") { old, new in
            var changed = try metadata
            changed["mine"] = "kept"
            try NSPersistentStoreCoordinator.setMetadata(changed, type: .sqlite, at: bench.url)
            // Something is left in it, and nothing in the one that comes.
            let context = try bench.context(old, HistoryBench.tracking)
            let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
            store.metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] = true
            NSEntityDescription.insertNewObject(forEntityName: "Author", into: context).setValue("C 3", forKey: "name")
            try context.save()
            try bench.close(context)
            let before = try metadata
            #expect(before[HistoryTables.hashesKey] != nil)
            #expect(before[NSPersistentStoreDeferredLightweightMigrationOptionKey] as? Bool == true)
            #expect(bench.error(new, MigrationBench.options.merging(HistoryBench.tracking) { $1 }) == nil)
            let after = try metadata
            #expect(after["mine"] as? String == "kept")
            #expect(after[NSStoreUUIDKey] as? String == before[NSStoreUUIDKey] as? String)
            #expect(after[HistoryTables.hashesKey] != nil)
            #expect(after[NSPersistentStoreDeferredLightweightMigrationOptionKey] == nil)
            #expect(new.isConfiguration(withName: nil, compatibleWithStoreMetadata: after))
        }
    }

    @Test func `A store with a history is not migrated by those who would not write into that, and is as it was`()
        throws
    {
        try mapped("Historic") { old, new in
            try bench.close(bench.context(old, HistoryBench.tracking))
            let (before, names) = (try Fixture.schema(bench.url), bench.folder.names)
            let error = try #require(bench.error(new))
            #expect(error.code == NSMigrationError)
            #expect(error.localizedDescription.contains("NSPersistentHistoryTrackingKey"))
            #expect(error.localizedDescription.contains("cannot be migrated"))
            #expect(error.userInfo["sourceURL"] as? URL == bench.url)
            #expect(try Fixture.schema(bench.url) == before && bench.folder.names == names)
            #expect(bench.error(new, MigrationBench.options.merging(HistoryBench.tracking) { $1 }) == nil)
        }
    }

    @Test func `Whoever follows the history hears that he has missed the migration, and goes on from there`() throws {
        try mapped("Followed") { old, new in
            let before = try bench.context(old, HistoryBench.tracking)
            for number in 1...3 {
                NSEntityDescription.insertNewObject(forEntityName: "Author", into: before)
                    .setValue("Author \(number)", forKey: "name")
                try before.save()
            }
            let token = try #require(before.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil))
            try bench.close(before)
            let context = try bench.context(new, MigrationBench.options.merging(HistoryBench.tracking) { $1 })
            func history(_ token: NSPersistentHistoryToken?) throws -> [NSPersistentHistoryTransaction] {
                let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
                return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
            }
            let error = #expect(throws: NSError.self) { try history(token) }
            #expect(error?.code == NSPersistentHistoryTokenExpiredError)
            let found = try history(nil)
            #expect(found.count == 1 && found.allSatisfy { $0.transactionNumber > 3 })
            let now = context.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
            #expect(try history(now).isEmpty)
            NSEntityDescription.insertNewObject(forEntityName: "Book", into: context).setValue("new", forKey: "title")
            try context.save()
            let last = try history(now)
            let formerNumber: Int64 = found.last?.transactionNumber ?? 0
            #expect(last.map(\.transactionNumber) == [formerNumber + 1])
            let changes = try #require(last.first?.changes)
            #expect(changes.count == 1 && changes[0].changeID > (found.last?.changes?.last?.changeID ?? .max))
            try bench.close(context)
        }
    }

    // MARK: Managers

    @Test func `A manager that is reset has forgotten the last migration, and does another one`() throws {
        try bench.make()
        let manager = NSMigrationManager(
            sourceModel: MigrationBench.library.model(), destinationModel: MappingModelTests.changed.model())
        let cancelled = bench.folder.url("cancelled.sqlite")
        #expect(throws: NSError.self) {
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: MappingModelTests.mapping(CancellingPolicy.self),
                to: cancelled,
                type: .sqlite)
        }
        manager.userInfo = ["calls": NSMutableArray()]
        manager.reset()
        #expect(manager.userInfo == nil && manager.migrationProgress == 0)
        for name in ["one", "two"] {
            let url = bench.folder.url(name + ".sqlite")
            try manager.migrateStore(
                from: bench.url, type: .sqlite, mapping: MappingModelTests.mapping(), to: url, type: .sqlite)
            #expect(try Fixture.rows(url, "SELECT count(*) FROM ZBOOK") == ["2"])
            #expect(manager.migrationProgress == 1)
            manager.reset()
            #expect(manager.migrationProgress == 0)
        }
    }

    @Test func `A store of a configuration is migrated by a mapping of all entities, of which it has some`() throws {
        var sketch = try bench.makeConfigured()
        let old = sketch.model()
        sketch["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        let new = sketch.model()
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        let url = bench.folder.url("new.sqlite")
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: bench.url, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
        #expect(try Fixture.rows(url, "SELECT ZTITLE, ZNEW FROM ZBOOK") == ["a|NULL"])
        #expect(try Fixture.rows(url, "SELECT count(*) FROM ZLOG") == ["0"])
        let (reopened, again) = try Fixture.open(url, new)
        try reopened.remove(again)
    }
}

/// Looks how far the operation of the user's is.
final class WatchingPolicy: NamePolicy {
    /// Used by one test.
    static let seen = Mutex<(progress: Progress?, fractions: [Double])>((nil, []))

    private func look() { Self.seen.withLock { $0.fractions.append($0.progress?.fractionCompleted ?? -1) } }

    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        look()
    }

    override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        look()
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws { look() }
}
