import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Values that no two objects may have, and that change places in a save, beside what another program has written.
@Suite struct SwappedValueTests {
    private let scratch = Scratch()
    private var url: URL { scratch.url("s.sqlite") }

    private func three() throws -> (context: NSManagedObjectContext, items: [NSManagedObject]) {
        let item = Part.entity("Item")
        item.properties = [
            Part.attribute("code", .integer64AttributeType), Part.attribute("name", .stringAttributeType),
        ]
        item.uniquenessConstraints = [["code"]]
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, Part.model([item])).coordinator
        let items = (1...3).map { number in
            let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            object.setValue(number, forKey: "code")
            object.setValue("\(number)", forKey: "name")
            return object
        }
        try context.save()
        return (context, items)
    }

    @Test func `they are saved though another has saved the same rows without a change`() throws {
        let (context, items) = try three()
        try Fixture.run(url, "UPDATE ZITEM SET Z_OPT = Z_OPT + 1")
        items[0].setValue(2, forKey: "code")
        items[1].setValue(1, forKey: "code")
        try context.save()
        #expect(try Fixture.rows(url, "SELECT ZCODE, ZNAME FROM ZITEM ORDER BY Z_PK") == ["2|1", "1|2", "3|3"])
    }

    @Test func `a conflict beside them says what the file has`() throws {
        let (context, items) = try three()
        try Fixture.run(url, "UPDATE ZITEM SET Z_OPT = Z_OPT + 1, ZNAME = 'theirs' WHERE ZCODE = 3")
        items[0].setValue(2, forKey: "code")
        items[1].setValue(1, forKey: "code")
        items[2].setValue(4, forKey: "code")
        let error = #expect(throws: CocoaError.self) { try context.save() }
        let list = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(list?.count == 1)
        #expect(list?.first?.cachedSnapshot?["code"] as? Int == 3)
        context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        try context.save()
        #expect(try Fixture.rows(url, "SELECT ZCODE, ZNAME FROM ZITEM ORDER BY Z_PK") == ["2|1", "1|2", "4|theirs"])
    }

    /// Two entities with a constraint of the same name, whose attributes lie in different slots.
    private func two() throws -> NSManagedObjectContext {
        let (short, long) = (Part.entity("Short"), Part.entity("Long"))
        short.properties = [Part.attribute("name", .stringAttributeType)]
        long.properties = [
            Part.attribute("alpha", .integer64AttributeType), Part.attribute("beta", .stringAttributeType),
            Part.attribute("name", .stringAttributeType),
        ]
        for entity in [short, long] { entity.uniquenessConstraints = [["name"]] }
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, Part.model([short, long])).coordinator
        return context
    }

    private func insert(_ entity: String, _ name: String, _ context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(name, forKey: "name")
        return object
    }

    @Test func `another entity's constraint of the same name does not matter`() throws {
        let context = try two()
        let objects = ["x", "y"].map { insert("Long", $0, context) }
        try context.save()
        _ = insert("Short", "new", context)
        objects[0].setValue("y", forKey: "name")
        objects[1].setValue("x", forKey: "name")
        try context.save()
        #expect(try Fixture.rows(url, "SELECT ZNAME FROM ZLONG ORDER BY Z_PK") == ["y", "x"])
    }

    @Test func `an object that changes something else keeps its value, whatever another entity has in that place`()
        throws
    {
        let context = try two()
        let old = insert("Long", "x", context)
        try context.save()
        _ = insert("Short", "new", context)
        old.setValue(2, forKey: "alpha")
        _ = insert("Long", "x", context)
        #expect(Fixture.failure { try context.save() }?.code == NSManagedObjectConstraintMergeError)
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect(try Fixture.rows(url, "SELECT ZNAME FROM ZLONG") == ["x"])
    }

    @Test(arguments: [(Int.max, 0), (.max, 1), (.max - 1, 2), (1, .max), (.max, .max)])
    func `the greatest limit is none, whatever is not saved`(limit: Int, offset: Int) throws {
        let (context, items) = try three()
        items[0].setValue("changed", forKey: "name")
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        (request.fetchLimit, request.fetchOffset) = (limit, offset)
        let count = max(0, min(limit, 3 - min(offset, 3)))
        #expect(try context.fetch(request).count == count)
        #expect(try context.count(for: request) == count)
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: false)]
        #expect(try context.fetch(request).count == count)
        request.fetchBatchSize = .max
        #expect(try context.fetch(request).count == count)
        request.includesPendingChanges = false
        #expect(try context.fetch(request).count == count)
    }
}
