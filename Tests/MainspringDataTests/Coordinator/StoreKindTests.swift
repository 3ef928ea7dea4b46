import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Values of each type and relationships of each shape, moved from kind to kind of store.
@Suite struct StoreKindTests {
    private let scratch = Scratch()
    private let model: NSManagedObjectModel
    private static let names = ["Item", "Tag"]

    init() {
        let (item, tool, tag) = (Part.entity("Item"), Part.entity("Tool"), Part.entity("Tag"))
        let picture = Part.attribute("picture", .binaryDataAttributeType)
        picture.allowsExternalBinaryDataStorage = true
        item.properties = [picture] + QueryWorld.attributes.map { Part.attribute($0.0, $0.1) }
        tool.properties = [Part.attribute("watts", .integer16AttributeType)]
        tag.properties = [Part.attribute("name", .stringAttributeType)]
        item.subentities = [tool]
        func link(_ first: NSRelationshipDescription, _ second: NSRelationshipDescription) {
            (first.isOptional, second.isOptional) = (true, true)
            (first.inverseRelationship, second.inverseRelationship) = (second, first)
            second.destinationEntity?.properties.append(first)
            if first !== second { first.destinationEntity?.properties.append(second) }
        }
        link(
            Part.relationship("tags", to: tag, isToMany: true, isOrdered: true),
            Part.relationship("items", to: item, isToMany: true, isOrdered: true))
        link(
            Part.relationship("parent", to: item),
            Part.relationship("children", to: item, isToMany: true, isOrdered: true))
        link(Part.relationship("twin", to: item), Part.relationship("twinOf", to: item))
        // Each its own inverse.
        let (friends, spouse) = (
            Part.relationship("friends", to: item, isToMany: true), Part.relationship("spouse", to: item)
        )
        link(friends, friends)
        link(spouse, spouse)
        // Without an inverse.
        for (entity, relationship) in [
            (item, Part.relationship("alone", to: tag, isToMany: true)), (tag, Part.relationship("pointer", to: item)),
        ] {
            relationship.isOptional = true
            entity.properties.append(relationship)
        }
        model = Part.model([item, tool, tag])
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func fill(_ context: NSManagedObjectContext) throws {
        var random = SeededGenerator(seed: 5)
        let items = (0..<30).map { number in
            let item = NSEntityDescription.insertNewObject(
                forEntityName: number % 3 == 0 ? "Tool" : "Item", into: context)
            item.setValuesForKeys([
                "name": "i\(number)\u{0}é🙂", "flag": number % 2 == 0, "single": Float(number) / 3,
                "picture": Data(repeating: UInt8(number), count: number % 5 == 0 ? ExternalFiles.threshold + 1 : 3),
                "price": NSDecimalNumber(string: ["1.25", "-3", "12345678.5"][number % 3]),
                "born": Date(timeIntervalSinceReferenceDate: [-6e10, 0.125, 7e11][number % 3]),
                "code": UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 200)),
                "page": URL(string: "https://a.b/\(number)?q=%C3%A9")!, "long": [Int64.max, .min, 0][number % 3],
                "real": [Double.infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude][number % 4],
            ])
            if number % 4 == 0 { item.setValue(Data(), forKey: "bytes") }
            return item
        }
        let tags = (0..<8).map { number in
            let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
            tag.setValuesForKeys(["name": "t\(number)", "pointer": items[number]])
            return tag
        }
        for item in items {
            for key in ["parent", "twin", "spouse"] { item.setValue(items.randomElement(using: &random), forKey: key) }
            item.setValue(NSOrderedSet(array: Array(tags.shuffled(using: &random).prefix(4))), forKey: "tags")
            item.setValue(NSSet(array: Array(items.shuffled(using: &random).prefix(3))), forKey: "friends")
            item.setValue(NSSet(array: Array(tags.shuffled(using: &random).prefix(2))), forKey: "alone")
        }
        for tag in tags {
            let members = (tag.value(forKey: "items") as? NSOrderedSet)?.array ?? []
            tag.setValue(NSOrderedSet(array: members.shuffled(using: &random)), forKey: "items")
        }
        try context.save()
    }

    /// Each object in a line, others by their names.
    private func lines(_ coordinator: NSPersistentStoreCoordinator) throws -> [String] {
        func words(_ value: Any?) -> String {
            switch value {
            case let object as NSManagedObject: object.title
            case let set as NSOrderedSet: "\(set.array.map(words))"
            case let set as NSSet: "\(set.allObjects.map(words).sorted())"
            case let data as Data: "\(data.count) of \(data.first ?? 0)"
            default: value.map { "\($0)" } ?? "nil"
            }
        }
        let context = context(coordinator)
        return try Self.names.flatMap { name in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)).map { object in
                let values = object.entity.propertiesByName.keys.sorted().map {
                    "\($0) \(words(object.value(forKey: $0)))"
                }
                return "\(object.entity.name ?? ""): \(values.joined(separator: ", "))"
            }
        }.sorted()
    }

    @Test(arguments: [
        [NSPersistentStore.StoreType.sqlite], [.xml, .sqlite], [.binary, .sqlite], [.inMemory, .sqlite],
        [.sqlite, .xml, .sqlite, .binary, .sqlite],
    ])
    func `a store that goes from kind to kind has all that it had`(_ kinds: [NSPersistentStore.StoreType]) throws {
        let (coordinator, _) = try Fixture.open(scratch.url("s.sqlite"), model)
        let writer = context(coordinator)
        try fill(writer)
        let expected = try lines(coordinator)
        #expect(expected.count == 38)
        var last = scratch.url("s.sqlite")
        for (number, kind) in kinds.enumerated() {
            last = scratch.url("\(number)")
            try coordinator.migratePersistentStore(coordinator.persistentStores[0], to: last, type: kind)
            #expect(try lines(coordinator) == expected, "\(kind.rawValue)")
        }
        try coordinator.remove(coordinator.persistentStores[0])
        let again = try Fixture.open(last, coordinator.managedObjectModel)
        #expect(try lines(again.coordinator) == expected)
        #expect(try Fixture.rows(last, "PRAGMA integrity_check") == ["ok"])
    }
}
