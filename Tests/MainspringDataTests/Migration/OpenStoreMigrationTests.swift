import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores that are open while they are migrated, those that must not be written, and who writes while he writes.
@Suite struct OpenStoreMigrationTests {
    let bench = MigrationBench()

    private static var new: Sketch {
        var sketch = MigrationBench.library
        sketch["Book"].attributes.append(.init(name: "new", type: .stringAttributeType))
        return sketch
    }

    private func insert(_ context: NSManagedObjectContext) {
        NSEntityDescription.insertNewObject(forEntityName: "Book", into: context).setValue("Book 3", forKey: "title")
    }

    @Test func `Nothing is saved into a store that another coordinator has migrated meanwhile`() throws {
        try bench.make()
        let context = try bench.context(MigrationBench.library.model(), [:])
        insert(context)
        let request = NSBatchUpdateRequest(entityName: "Book")
        request.propertiesToUpdate = ["pages": 7]
        #expect(bench.error(Self.new.model()) == nil)
        for attempt in [{ try context.save() }, { _ = try context.execute(request) }] {
            let error = #expect(throws: NSError.self) { try attempt() }
            #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError, "\(String(describing: error))")
            #expect(
                error?.localizedDescription.contains(
                    "it was migrated to another version of its model while it was open")
                    == true)
            #expect(error?.userInfo[NSFilePathErrorKey] as? String == bench.url.path)
        }
        context.rollback()
        try bench.close(context)
        let rows = ["Book 1|100|NULL", "Book 2|NULL|NULL"]
        #expect(try Fixture.rows(bench.url, "SELECT ZTITLE, ZPAGES, ZNEW FROM ZBOOK ORDER BY 1") == rows)
    }

    @Test func `A store to which somebody has added a table of his own meanwhile is saved into`() throws {
        try bench.make()
        let context = try bench.context(MigrationBench.library.model(), [:])
        for table in ["one", "two"] {
            insert(context)
            try context.save()
            try Fixture.run(bench.url, "CREATE TABLE \(table) (x)")
        }
        insert(context)
        try context.save()
        try bench.close(context)
        #expect(try Fixture.rows(bench.url, "SELECT count(*) FROM ZBOOK") == ["5"])
    }

    @Test func `A store with a history is migrated by those alone who would write into it`() throws {
        try bench.make()
        try bench.close(bench.context(MigrationBench.library.model(), HistoryBench.tracking))
        let before = try Fixture.schema(bench.url)
        let error = try #require(bench.error(Self.new.model()))
        #expect(error.code == NSMigrationError)
        #expect(error.localizedDescription.contains("NSPersistentHistoryTrackingKey"))
        #expect(error.localizedDescription.contains("cannot be migrated"))
        #expect(error.userInfo["sourceURL"] as? URL == bench.url)
        #expect(try Fixture.schema(bench.url) == before)
        let options = MigrationBench.options.merging(HistoryBench.tracking) { $1 }
        #expect(bench.error(Self.new.model(), options) == nil)
    }

    @Test(arguments: [false, true])
    func `The handler of a batch that saves into the store it is for gets an error, and the batch goes on`(
        onOtherQueue: Bool
    ) throws {
        try bench.make()
        let context = try bench.context(MigrationBench.library.model(), [:])
        let other = onOtherQueue ? NSManagedObjectContext(.privateQueue) : NSManagedObjectContext(confined: ())
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        func use(_ body: () throws -> Void) throws {
            if onOtherQueue { try other.performAndWait(body) } else { try body() }
        }
        var count = 0
        var errors: [NSError] = []
        let request = NSBatchInsertRequest(entityName: "Book") { (values: NSMutableDictionary) in
            guard count < 2 else { return true }
            count += 1
            values.setObject("Batch \(count)", forKey: "title" as NSString)
            do {
                try use {
                    insert(other)
                    try other.save()
                }
            } catch {
                errors.append(error as NSError)
            }
            return false
        }
        _ = try context.execute(request)
        #expect(errors.count == 2)
        #expect(errors.allSatisfy { $0.domain == NSCocoaErrorDomain }, "\(errors)")
        #expect(
            errors.allSatisfy { error in
                let texts = [error, error.userInfo[NSUnderlyingErrorKey] as? NSError].map { "\($0 as Any)" }
                return texts.contains { $0.contains("Save when it has returned") }
            }, "\(errors)")
        #expect(
            try Fixture.rows(bench.url, "SELECT ZTITLE FROM ZBOOK WHERE ZTITLE LIKE 'Batch%' ORDER BY 1")
                == ["Batch 1", "Batch 2"])
        // Afterwards it can.
        try use { try other.save() }
        #expect(try Fixture.rows(bench.url, "SELECT count(*) FROM ZBOOK") == ["6"])
        try bench.close(context)
    }
}
