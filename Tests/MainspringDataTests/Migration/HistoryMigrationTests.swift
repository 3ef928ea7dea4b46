import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores with a history that migrate.
@Suite struct HistoryMigrationTests {
    private let scratch = Scratch()
    private var url: URL { scratch.url("items.sqlite") }

    /// The first version has items and notes; the second calls items things, which have a date that is preserved, and no notes. What
    /// was first among an item's properties is second among a thing's.
    private func model(isSecond: Bool) -> NSManagedObjectModel {
        let item = Part.entity(isSecond ? "Thing" : "Item")
        let name = Part.attribute("name", .stringAttributeType)
        name.preservesValueInHistoryOnDeletion = true
        item.properties = [name]
        guard isSecond else {
            let note = Part.entity("Note")
            note.properties = [Part.attribute("text", .stringAttributeType)]
            return Part.model([item, note])
        }
        item.renamingIdentifier = "Item"
        let date = Part.attribute("date", .dateAttributeType)
        date.preservesValueInHistoryOnDeletion = true
        item.properties.append(date)
        // Comes before all others by its name.
        return Part.model([item, Part.entity("Another")])
    }

    private func open(_ model: NSManagedObjectModel) throws -> (NSPersistentStoreCoordinator, NSManagedObjectContext) {
        let options = HistoryBench.tracking.merging([
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]) { $1 }
        let (coordinator, store) = try Fixture.open(url, model, options: options)
        #expect(!store.isReadOnly)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return (coordinator, context)
    }

    private func history(
        _ context: NSManagedObjectContext, after token: NSPersistentHistoryToken?
    ) throws -> [NSPersistentHistoryTransaction] {
        let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
        return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
    }

    @Test func `What the history says of properties and preserved values it says of the same ones after a migration`()
        throws
    {
        let (first, before) = try open(model(isSecond: false))
        let items = ["a", "b"].map { name in
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: before)
            item.setValue(name, forKey: "name")
            return item
        }
        try before.save()
        let token = first.currentPersistentHistoryToken(fromStores: nil)
        items[0].setValue("c", forKey: "name")
        before.delete(items[1])
        try before.save()
        for store in first.persistentStores { try first.remove(store) }
        let (second, after) = try open(model(isSecond: true))
        let changes = try #require(try history(after, after: token).first?.changes)
        #expect(changes.map { $0.updatedProperties?.map(\.name) } == [["name"], nil])
        let tombstone = try #require(changes.last?.tombstone)
        #expect(tombstone.count == 1 && tombstone["name"] as? String == "b")
        for store in second.persistentStores { try second.remove(store) }
    }

    @Test func `Whoever follows the history of a store that migrates goes on, and what is left of it says the same`()
        throws
    {
        let (first, before) = try open(model(isSecond: false))
        let make = { NSEntityDescription.insertNewObject(forEntityName: $0, into: before) }
        let item = make("Item")
        item.setValue("a", forKey: "name")
        try before.save()
        let token = first.currentPersistentHistoryToken(fromStores: nil)
        _ = make("Note")
        make("Item").setValue("b", forKey: "name")
        try before.save()
        for store in first.persistentStores { try first.remove(store) }

        let (second, after) = try open(model(isSecond: true))
        #expect(
            try history(after, after: nil).map { HistoryBench.lines($0) } == [["insert Thing p1"], ["insert Thing p2"]])
        #expect(try history(after, after: token).count == 1)
        let things = try after.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
        let thing = try #require(things.first { $0.value(forKey: "name") as? String == "a" })
        thing.setValue(Date(timeIntervalSinceReferenceDate: 1.5), forKey: "date")
        try after.save()
        after.delete(thing)
        try after.save()
        let found = try history(after, after: token)
        #expect(found.map(\.transactionNumber) == [2, 3, 4])
        #expect(found.suffix(2).flatMap { HistoryBench.lines($0) } == ["update Thing p1 date", "delete Thing p1"])
        let tombstone = try #require(found.last?.changes?.first?.tombstone)
        #expect(
            tombstone["name"] as? String == "a"
                && tombstone["date"] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
        for store in second.persistentStores { try second.remove(store) }
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `What is new behind all others leaves the history's rows as they are, and what goes does not`() throws {
        func wide(_ names: [String]) -> NSManagedObjectModel {
            let item = Part.entity("Item")
            item.properties = names.map { name in
                let attribute = Part.attribute(name, .stringAttributeType)
                attribute.preservesValueInHistoryOnDeletion = true
                return attribute
            }
            return Part.model([item])
        }
        // As many as there are bits in a byte.
        let names = (1...8).map { "a\($0)" }
        let (first, before) = try open(wide(names))
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: before)
        for name in names { item.setValue(name, forKey: name) }
        try before.save()
        item.setValue("other", forKey: "a8")
        try before.save()
        before.delete(item)
        try before.save()
        for store in first.persistentStores { try first.remove(store) }
        let columns = "SELECT hex(ZCOLUMNS), ZTOMBSTONE0, ZTOMBSTONE7 FROM ACHANGE ORDER BY Z_PK"
        let written = try Fixture.rows(url, columns)
        #expect(written == ["|NULL|NULL", "01|NULL|NULL", "|a1|other"])
        let (second, _) = try open(wide(names + ["b"]))
        for store in second.persistentStores { try second.remove(store) }
        #expect(try Fixture.rows(url, columns) == written)
        let (third, _) = try open(wide(Array(names.dropFirst()) + ["b"]))
        for store in third.persistentStores { try third.remove(store) }
        #expect(try Fixture.rows(url, columns) == ["|NULL|NULL", "02|NULL|NULL", "|a2|NULL"])
        let (fourth, _) = try open(wide(["a2"]))
        for store in fourth.persistentStores { try fourth.remove(store) }
        #expect(
            try Fixture.rows(url, "SELECT hex(ZCOLUMNS), ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE ORDER BY Z_PK") == [
                "|NULL|NULL", "00|NULL|NULL", "|a2|NULL",
            ])
    }
}
