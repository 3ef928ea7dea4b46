import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Migrations that leave a part of their work for later.
@Suite struct DeferredMigrationTests {
    let bench = MigrationBench()

    static var options: [AnyHashable: Any] {
        MigrationBench.options.merging([NSPersistentStoreDeferredLightweightMigrationOptionKey: true]) { $1 }
    }

    /// The library with shelves, which go.
    static var old: Sketch {
        var sketch = MigrationBench.library
        sketch.entities.append(.init(name: "Shelf", attributes: [.init(name: "name", type: .stringAttributeType)]))
        return sketch
    }

    static var new: Sketch {
        var sketch = MigrationBench.library
        sketch["Book"].attributes.removeAll { $0.name == "pages" }
        sketch["Author"].attributes.append(.init(name: "pages", type: .integer32AttributeType))
        return sketch
    }

    func columns(_ table: String) throws -> [String] {
        try Fixture.rows(bench.url, "SELECT name FROM pragma_table_info('\(table)') ORDER BY 1")
    }

    func tables() throws -> [String] {
        try Fixture.rows(bench.url, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
    }

    @Test func `What nobody needs any more stays until it is asked for, and goes piece by piece`() throws {
        try bench.make(Self.old)
        let context = try bench.context(Self.new.model(), Self.options)
        let coordinator = try #require(context.persistentStoreCoordinator)
        let store = coordinator.persistentStores[0]
        let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
        #expect(store.metadata[key] as? Bool == true)
        #expect(try bench.all("Book", context).map { $0.value(forKey: "title") as? String } == ["Book 1", "Book 2"])
        #expect(try tables().contains("Y_LEFT_0"))
        #expect(try columns("ZBOOK").contains("Y_LEFT_0"))
        let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        book.setValue("Book 3", forKey: "title")
        try context.save()
        try coordinator.finishDeferredLightweightMigrationTask()
        #expect(store.metadata[key] as? Bool == true)
        #expect(try !tables().contains("Y_LEFT_0"))
        try coordinator.finishDeferredLightweightMigrationTask()
        #expect(store.metadata[key] == nil)
        #expect(try columns("ZBOOK") == ["ZAUTHOR", "ZTITLE", "Z_ENT", "Z_OPT", "Z_PK"])
        try coordinator.finishDeferredLightweightMigrationTask()
        try context.save()
        try bench.close(context)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
        #expect(metadata[key] == nil)
        #expect(bench.error(Self.new.model(), [:]) == nil)
        #expect(try Fixture.rows(bench.url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `A store with leftovers is opened, and migrated again, and finished at once`() throws {
        try bench.make(Self.old)
        #expect(bench.error(Self.new.model(), Self.options) == nil)
        #expect(bench.error(Self.new.model(), [:]) == nil)
        // A migration without the option leaves what an earlier one has left, and says so.
        var between = Self.new
        between["Author"].attributes.append(.init(name: "between", type: .stringAttributeType))
        #expect(bench.error(between.model()) == nil)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
        #expect(metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] as? Bool == true)
        // An attribute of the name that went is a new one.
        var again = Self.new
        again["Book"].attributes.append(.init(name: "pages", type: .integer32AttributeType))
        again.entities.append(.init(name: "Shelf", attributes: [.init(name: "name", type: .stringAttributeType)]))
        let context = try bench.context(again.model(), Self.options)
        #expect(try bench.all("Book", context).allSatisfy { $0.value(forKey: "pages") == nil })
        #expect(try bench.all("Shelf", context).isEmpty)
        try context.persistentStoreCoordinator?.finishDeferredLightweightMigration()
        #expect(try !tables().contains { $0.hasPrefix("Y_") })
        #expect(try !columns("ZBOOK").contains { $0.hasPrefix("Y_") })
        try bench.close(context)
        #expect(bench.error(again.model(), [:]) == nil)
    }

    @Test func `Without the option nothing is left`() throws {
        try bench.make(Self.old)
        #expect(bench.error(Self.new.model()) == nil)
        #expect(try !tables().contains { $0.hasPrefix("Y_") })
        #expect(try columns("ZBOOK") == ["ZAUTHOR", "ZTITLE", "Z_ENT", "Z_OPT", "Z_PK"])
    }

    @Test func `What stays of tables that exchange their names has names of its own each`() throws {
        func entity(_ name: String, _ letter: String, _ numbers: ClosedRange<Int>) -> Sketch.Entity {
            .init(
                name: name, attributes: numbers.map { .init(name: "\(letter)\($0)", type: .stringAttributeType) })
        }
        let context = try bench.context(
            Sketch(entities: [entity("A", "a", 1...4), entity("B", "b", 1...4)]).model(), [:])
        for (name, key) in [("A", "a1"), ("B", "b1")] {
            NSEntityDescription.insertNewObject(forEntityName: name, into: context).setValue(key, forKey: key)
        }
        try context.save()
        try bench.close(context)
        var new = Sketch(entities: [entity("B", "a", 1...1), entity("A", "b", 1...2)])
        (new.entities[0].identifier, new.entities[1].identifier) = ("A", "B")
        #expect(bench.error(new.model(), Self.options) == nil)
        #expect(
            try columns("ZB") == ["Y_LEFT_0", "Y_LEFT_1", "Y_LEFT_2", "ZA1", "Z_ENT", "Z_OPT", "Z_PK"])
        #expect(try columns("ZA") == ["Y_LEFT_0", "Y_LEFT_1", "ZB1", "ZB2", "Z_ENT", "Z_OPT", "Z_PK"])
        #expect(try Fixture.rows(bench.url, "SELECT ZA1 FROM ZB") == ["a1"])
        // The next ones come behind those that are left.
        new.entities[1].attributes.removeLast()
        #expect(bench.error(new.model(), Self.options) == nil)
        #expect(try columns("ZA") == ["Y_LEFT_0", "Y_LEFT_1", "Y_LEFT_2", "ZB1", "Z_ENT", "Z_OPT", "Z_PK"])
    }

    @Test func `What is left in a store that is open read-only is told, and that of the others goes`() throws {
        try bench.make(Self.old)
        #expect(bench.error(Self.new.model(), Self.options) == nil)
        let other = bench.folder.url("other.sqlite")
        try FileManager.default.copyItem(at: bench.url, to: other)
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: other)
        metadata[NSStoreUUIDKey] = UUID().uuidString
        try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: other)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.new.model())
        try coordinator.addPersistentStore(
            type: .sqlite, at: bench.url, options: [NSReadOnlyPersistentStoreOption: true])
        let only = #expect(throws: NSError.self) { try coordinator.finishDeferredLightweightMigrationTask() }
        #expect(only?.code == NSMigrationError)
        try coordinator.addPersistentStore(type: .sqlite, at: other)
        try coordinator.finishDeferredLightweightMigrationTask()
        let error = #expect(throws: NSError.self) { try coordinator.finishDeferredLightweightMigration() }
        #expect(error?.code == NSMigrationError)
        #expect(error?.userInfo[NSFilePathErrorKey] as? String == bench.url.path)
        #expect(error?.localizedDescription.contains("NSReadOnlyPersistentStoreOption") == true)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        #expect(try tables().contains("Y_LEFT_0"))
        #expect(
            try Fixture.rows(other, "SELECT name FROM sqlite_master WHERE name LIKE 'Y!_%' ESCAPE '!'") == [])
        // Where nothing is left there is nothing to tell.
        try coordinator.addPersistentStore(type: .sqlite, at: other, options: [NSReadOnlyPersistentStoreOption: true])
        try coordinator.finishDeferredLightweightMigration()
        try coordinator.finishDeferredLightweightMigrationTask()
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
