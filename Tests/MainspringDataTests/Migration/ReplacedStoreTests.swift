import Foundation
import MainspringFoundation
import MainspringModel
import Synchronization
import Testing

@testable import MainspringData

/// Stores in whose places others are put by a mapping model, while somebody else is there.
@Suite struct ReplacedStoreTests {
    static let types = [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType]
    static let files = [NSBinaryStoreType, NSXMLStoreType]

    let bench = MigrationBench()

    /// Makes a store, and migrates it by a mapping; an entity of the name makes the models those of this test alone.
    /// - Parameter meanwhile: called when the old store was read, and the new one is not in its place yet.
    private func migrate(
        _ name: String, _ type: String, _ options: [AnyHashable: Any] = MigrationBench.options,
        before: (NSManagedObjectModel) throws -> Void = { _ in }, meanwhile: (() -> Void)? = nil
    ) throws -> NSManagedObjectContext {
        var (first, second) = (MigrationBench.library, MappingModelTests.changed)
        first.entities.append(.init(name: name))
        second.entities.append(.init(name: name))
        let (old, new) = (first.model(), second.model())
        let kept = NSPersistentStoreCoordinator(managedObjectModel: old)
        NSMappingModel.register(
            MappingModelTests.mapping(MeddlingPolicy.self), forSourceModel: old, destinationModel: new)
        defer { NSMappingModel.register(nil, forSourceModel: old, destinationModel: new) }
        try bench.make(first, type: type)
        try before(old)
        let action = meanwhile.map { Unchecked($0) }
        MeddlingPolicy.actions.withLock { $0[name] = action }
        defer { MeddlingPolicy.actions.withLock { $0[name] = nil } }
        return try withExtendedLifetime(kept) { try bench.context(new, type: type, options) }
    }

    private func titles(_ context: NSManagedObjectContext) throws -> [String?] {
        try bench.all("Book", context).map { $0.value(forKey: "title") as? String }
    }

    private var leftovers: [String] { bench.folder.names.filter { $0 != "store.sqlite" } }

    // MARK: Who saves meanwhile

    @Test(arguments: files)
    func `What somebody saves into a file while it is migrated is in the new one`(type: String) throws {
        var other: NSManagedObjectContext?
        var failures: [String] = []
        let context = try migrate("Saved\(type)", type) { old in
            other = try bench.context(old, type: type, [:])
        } meanwhile: {
            // Once; the migration is done again then.
            guard let context = other.take() else { return }
            let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("Book 3", forKey: "title")
            do {
                try context.save()
                try bench.close(context)
            } catch {
                failures.append("\(error)")
            }
        }
        #expect(failures == [] && other == nil)
        #expect(try Set(titles(context)) == ["Book 1", "Book 2", "Book 3"])
        try bench.close(context)
        #expect(leftovers == [])
    }

    @Test func `A file that is changed each time that it is read is not migrated, and is as it was`() throws {
        let error = #expect(throws: NSError.self) {
            try migrate("Restless", NSXMLStoreType) { _ in
            } meanwhile: {
                try? Data(contentsOf: bench.url).write(to: bench.url, options: .atomic)
            }
        }
        #expect(error?.code == NSMigrationError)
        #expect(error?.localizedDescription.contains("was changed by somebody else each time") == true)
        #expect(leftovers == [])
        #expect(try String(contentsOf: bench.url, encoding: .utf8).contains("Book 1"))
    }

    @Test func `Who saves into a database while it is migrated cannot, and who reads it need not wait`() throws {
        var other: NSManagedObjectContext?
        var found: [String] = []
        let context = try migrate("Locked", NSSQLiteStoreType) { old in
            other = try bench.context(old, [NSPersistentStoreTimeoutOption: 0.05])
        } meanwhile: {
            guard let context = other else { return }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
            let count = (try? context.count(for: request)) ?? -1
            let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("Book 3", forKey: "title")
            do {
                try context.save()
                found.append("saved")
            } catch {
                found.append("\(count) \((error as NSError).code)")
            }
            context.rollback()
        }
        #expect(found == ["2 \(NSPersistentStoreTimeoutError)"])
        #expect(try titles(context) == ["Book 1", "Book 2"])
        // Who has it open with the old model hears that it is another one.
        let late = try #require(other)
        NSEntityDescription.insertNewObject(forEntityName: "Book", into: late).setValue("Book 4", forKey: "title")
        let error = #expect(throws: NSError.self) { try late.save() }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError, "\(String(describing: error))")
        late.rollback()
        try bench.close(late)
        try bench.close(context)
        #expect(leftovers == [])
        #expect(try Fixture.rows(bench.url, "PRAGMA integrity_check") == ["ok"])
    }

    // MARK: What is left

    private func leave(_ type: String) throws {
        let name = ".store.sqlite.migrationdestination_\(UUID().uuidString)"
        for part in ["", "-wal", "-shm", "-journal"] { try Data([1]).write(to: bench.folder.url(name + part)) }
        guard type == NSSQLiteStoreType else { return }
        let folder = URL(fileURLWithPath: ExternalFolder(store: bench.folder.path(name)).path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data([1]).write(to: folder.appendingPathComponent("data"))
    }

    @Test(arguments: types)
    func `What migrations that were killed have left goes with the next one, and what others have stays`(
        type: String
    ) throws {
        let others = [".other.sqlite.migrationdestination_1", ".store.sqlite.migration", "store.sqlite.bak"]
        let context = try migrate("Left\(type)", type) { _ in
            try leave(type)
            try leave(type)
            for name in others { try Data([1]).write(to: bench.folder.url(name)) }
        }
        #expect(try titles(context).count == 2)
        try bench.close(context)
        #expect(leftovers == others.sorted())
    }

    @Test(arguments: types)
    func `What a migration makes that goes on elsewhere is not touched, and whoever comes meanwhile hears of it`(
        type: String
    ) throws {
        let options = MigrationBench.options.merging([NSPersistentStoreTimeoutOption: 0.05]) { $1 }
        var names: [String] = []
        var connection: SQLiteConnection?
        var turn: FileTurn?
        let error = #expect(throws: NSError.self) {
            try migrate("Busy\(type)", type, options) { _ in
                try leave(type)
                // As one that goes on has it.
                if type == NSSQLiteStoreType {
                    connection = try SQLiteConnection(path: bench.url.path, access: .readWrite)
                    try connection?.execute("BEGIN IMMEDIATE")
                } else {
                    turn = try FileTurn(bench.url.path, timeout: 0)
                    #expect(turn != nil)
                }
                names = leftovers.filter { !$0.hasPrefix("store") }
            }
        }
        #expect(error?.code == NSMigrationError)
        #expect(
            error?.localizedDescription.contains(
                type == NSSQLiteStoreType ? "another process has it locked" : "Another process or thread migrates")
                == true)
        #expect(leftovers.filter { !$0.hasPrefix("store") } == names && names.count >= 4)
        turn?.end()
        connection?.close()
    }

    // MARK: Long data

    @Test func `Long data come along, and nothing of the old store's stays beside it`() throws {
        let store = PictureStore()
        let old = store.model()
        let before = try store.open(store.url)
        store.insert("a", PictureStore.long, before)
        store.insert("b", PictureStore.long + [1], before)
        try before.save()
        try store.close(before)
        let new = store.model()
        new.entities[0].properties.append(Part.attribute("mapped", .stringAttributeType))
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        NSMappingModel.register(mapping, forSourceModel: old, destinationModel: new)
        defer { NSMappingModel.register(nil, forSourceModel: old, destinationModel: new) }
        let (coordinator, opened) = try Fixture.open(store.url, new, options: MigrationBench.options)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(
            try context.fetch(request).map { $0.value(forKey: "picture") as? Data }
                == [PictureStore.long, PictureStore.long + [1]])
        try coordinator.remove(opened)
        #expect(store.scratch.names == [".s_SUPPORT", "s.sqlite"])
        let folder = store.scratch.path(".s_SUPPORT/_EXTERNAL_DATA")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
}

/// Does something when all old objects were read.
final class MeddlingPolicy: NamePolicy {
    /// By the name of an entity that the models of one test have.
    static let actions = Mutex<[String: Unchecked<() -> Void>]>([:])

    override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        let names = Set(manager.destinationModel.entitiesByName.keys)
        let action = Self.actions.withLock { actions in actions.first { names.contains($0.key) }?.value }
        action?.value()
    }
}
