import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

private typealias NSPredicate = MainspringFoundation.NSPredicate

/// Rows that another program has written, and requests that the file alone cannot answer.
@Suite struct OutsideRowTests {
    private let scratch = Scratch()
    private var url: URL { scratch.url("s.sqlite") }

    private func open() throws -> NSManagedObjectContext {
        let (item, owner) = (Part.entity("Item"), Part.entity("Owner"))
        item.properties = [Part.attribute("name", .stringAttributeType)]
        owner.properties = [Part.attribute("number", .integer64AttributeType)]
        for (name, back, from, to) in [("owner", "items", item, owner), ("parent", "children", item, item)] {
            let (there, here) = (Part.relationship(name, to: to), Part.relationship(back, to: from, isToMany: true))
            (there.isOptional, here.isOptional) = (true, true)
            (there.inverseRelationship, here.inverseRelationship) = (here, there)
            from.properties.append(there)
            to.properties.append(here)
        }
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, Part.model([item, owner])).coordinator
        return context
    }

    private func insert(_ entity: String, _ values: [String: Any], _ context: NSManagedObjectContext) -> NSManagedObject
    {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValuesForKeys(values)
        return object
    }

    @Test(arguments: [
        "UPDATE ZITEM SET ZNAME = 'theirs', Z_OPT = 1",
        "INSERT OR REPLACE INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT Z_PK, Z_ENT, 1, 'theirs' FROM ZITEM",
    ])
    func `a row with a lower version than the one that was read is read anew, for all contexts`(change: String) throws {
        let context = try open()
        let item = insert("Item", ["name": "0"], context)
        try context.save()
        for name in ["1", "2"] {
            item.setValue(name, forKey: "name")
            try context.save()
        }
        try Fixture.run(url, change)
        for interval in [0, -1.0] {
            let other = NSManagedObjectContext(confined: ())
            other.persistentStoreCoordinator = context.persistentStoreCoordinator
            other.stalenessInterval = interval
            let found = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first
            #expect(found?.value(forKey: "name") as? String == "theirs")
        }
        context.stalenessInterval = 0
        context.refreshAllObjects()
        #expect(item.value(forKey: "name") as? String == "theirs")
    }

    @Test func `an order by what other objects have that are not saved is the order that the program sees`() throws {
        let context = try open()
        let owners = (0..<5).map { insert("Owner", ["number": $0], context) }
        let items = (0..<20).map { insert("Item", ["name": "\($0)", "owner": owners[$0 % 5]], context) }
        try context.save()
        for (number, owner) in owners.enumerated() { owner.setValue(100 - number, forKey: "number") }
        items[7].setValue("changed", forKey: "name")
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "owner.number", ascending: true)]
        let found = try context.fetch(request).compactMap { $0.value(forKeyPath: "owner.number") as? Int }
        let expected: [Int] = (96...100).flatMap { [Int](repeating: $0, count: 4) }
        #expect(found == expected)
    }

    @Test(arguments: [(63, true), (64, false), (200, false)])
    func `key paths go through as many tables as SQLite joins, or the request is refused`(count: Int, isTaken: Bool)
        throws
    {
        let context = try open()
        _ = insert("Item", ["name": "a"], context)
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(format: String(repeating: "parent.", count: count) + "name == 'a'")
        if isTaken {
            #expect(try context.fetch(request).isEmpty)
        } else {
            #expect(throws: FetchRequestError.self) { try context.fetch(request) }
        }
    }
}
