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
}
