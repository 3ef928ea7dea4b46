import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What values become: those that are new, those that were missing, long data, and parts of others.
@Suite struct ValueMigrationTests {
    struct Value: CustomTestStringConvertible, @unchecked Sendable {
        // `@unchecked Sendable`: constant.
        let testDescription: String
        let type: NSAttributeType
        let value: Any
        var isExternal = false
    }

    static let values: [Value] = [
        Value(testDescription: "a small number", type: .integer16AttributeType, value: -7),
        Value(testDescription: "the least number", type: .integer64AttributeType, value: Int64.min),
        Value(testDescription: "a truth", type: .booleanAttributeType, value: true),
        Value(testDescription: "a fraction", type: .doubleAttributeType, value: 0.1),
        Value(testDescription: "a whole real number", type: .doubleAttributeType, value: 3.0),
        Value(testDescription: "a tiny number", type: .doubleAttributeType, value: Double.leastNonzeroMagnitude),
        Value(testDescription: "no end", type: .doubleAttributeType, value: -Double.infinity),
        Value(testDescription: "a short fraction", type: .floatAttributeType, value: Float(0.1)),
        Value(testDescription: "a decimal", type: .decimalAttributeType, value: NSDecimalNumber(string: "12.50")),
        Value(
            testDescription: "a long decimal", type: .decimalAttributeType,
            value: NSDecimalNumber(string: "12345678901234567890.123")),
        Value(testDescription: "a day", type: .dateAttributeType, value: Date(timeIntervalSinceReferenceDate: 1.25)),
        Value(testDescription: "a text", type: .stringAttributeType, value: "it's \"Ä\""),
        Value(testDescription: "no letters", type: .stringAttributeType, value: ""),
        Value(testDescription: "a text with a zero", type: .stringAttributeType, value: "a\0b"),
        Value(testDescription: "a place", type: .URIAttributeType, value: URL(string: "https://example.org/a?b='c'")!),
        Value(testDescription: "an identifier", type: .UUIDAttributeType, value: UUID()),
        Value(testDescription: "bytes", type: .binaryDataAttributeType, value: Data([0, 39, 255])),
        Value(testDescription: "no bytes", type: .binaryDataAttributeType, value: Data()),
        Value(
            testDescription: "bytes that may lie in a file", type: .binaryDataAttributeType, value: Data([1, 2]),
            isExternal: true),
        Value(testDescription: "an archive", type: .transformableAttributeType, value: ["a", "b"] as NSArray),
    ]

    @Test(arguments: values, [false, true])
    func `A default value that a migration writes is what a save writes of it`(value: Value, wasThere: Bool) throws {
        let bench = MigrationBench()
        var sketch = MigrationBench.library
        let former = Sketch.Attribute(name: "new", type: value.type, isExternal: value.isExternal)
        if wasThere { sketch["Book"].attributes.append(former) }
        try bench.make(sketch)
        var attribute = former
        (attribute.isOptional, attribute.defaultValue) = (false, value.value)
        if wasThere { sketch["Book"].attributes.removeLast() }
        sketch["Book"].attributes.append(attribute)
        let context = try bench.context(sketch.model())
        NSEntityDescription.insertNewObject(forEntityName: "Book", into: context).setValue("Book 3", forKey: "title")
        try context.save()
        let books = try bench.all("Book", context)
        let texts = Set(books.map { $0.value(forKey: "new").map { "\($0)" } })
        #expect(books.count == 3 && texts.count == 1 && texts != [nil], "\(texts)")
        try bench.close(context)
        let stored = try Fixture.rows(bench.url, "SELECT DISTINCT typeof(ZNEW), quote(ZNEW) FROM ZBOOK")
        #expect(stored.count == 1, "\(stored)")
    }

    // MARK: Long data

    private func pictures(isExternal: Bool, isRequired: Bool, hasOther: Bool) -> NSManagedObjectModel {
        let item = Part.entity("Item")
        let picture = Part.attribute(
            "picture", .binaryDataAttributeType, default: isRequired ? Data([9, 9]) : nil)
        (picture.allowsExternalBinaryDataStorage, picture.isOptional) = (isExternal, !isRequired)
        item.properties = [picture, Part.attribute("name", .stringAttributeType)]
        if hasOther { item.properties.append(Part.attribute("other", .stringAttributeType)) }
        return Part.model([item])
    }

    @Test(arguments: [false, true], [false, true])
    func `Long data stay what they are, inside or beside the file, and where none are there is the default value`(
        was: Bool, becomes: Bool
    ) throws {
        // In place, and copied because a column goes.
        for isCopied in [false, true] {
            let store = PictureStore()
            let old = NSManagedObjectContext(confined: ())
            old.persistentStoreCoordinator = try Fixture.open(
                store.url, pictures(isExternal: was, isRequired: false, hasOther: isCopied)
            ).coordinator
            store.insert("a", PictureStore.long, old)
            store.insert("b", Data([1, 2]), old)
            store.insert("c", nil, old)
            try old.save()
            try store.close(old)
            let new = NSManagedObjectContext(confined: ())
            new.persistentStoreCoordinator = try Fixture.open(
                store.url, pictures(isExternal: becomes, isRequired: true, hasOther: false),
                options: MigrationBench.options
            ).coordinator
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let sentence: Comment = "\(isCopied ? "copied" : "in place")"
            #expect(
                try new.fetch(request).map { $0.value(forKey: "picture") as? Data }
                    == [PictureStore.long, Data([1, 2]), Data([9, 9])], sentence)
            try store.close(new)
            let folder = store.scratch.path(".s_SUPPORT/_EXTERNAL_DATA")
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            #expect(files.count == (was && becomes ? 1 : 0), sentence)
        }
    }

    // MARK: Composites

    private func places(isRequired: Bool) -> NSManagedObjectModel {
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        let (x, y) = (Part.attribute("x", .doubleAttributeType), Part.attribute("y", .decimalAttributeType))
        place.elements = [x, y]
        x.isOptional = false
        place.isOptional = !isRequired
        y.isOptional = !isRequired
        if isRequired { place.defaultValue = ["x": 7.0, "y": NSDecimalNumber(string: "8.5")] }
        let city = Part.entity("City")
        city.properties = [Part.attribute("name", .stringAttributeType), place]
        return Part.model([city])
    }

    @Test func `Parts that are required of a composite value which has become required have its default values`() throws
    {
        let bench = MigrationBench()
        let old = try bench.context(places(isRequired: false), [:])
        for (name, place) in [("a", ["x": 1.5, "y": NSDecimalNumber(value: 2)]), ("b", ["x": 1.5]), ("c", nil)]
            as [(String, [String: Any]?)]
        {
            let city = NSEntityDescription.insertNewObject(forEntityName: "City", into: old)
            city.setValue(name, forKey: "name")
            city.setValue(place, forKey: "place")
        }
        try old.save()
        try bench.close(old)
        let new = try bench.context(places(isRequired: true))
        let found = try bench.all("City", new).map { city in
            let place = city.value(forKey: "place") as? [String: Any]
            return "\(city.value(forKey: "name") ?? "") \(place?["x"] ?? "") \(place?["y"] ?? "")"
        }
        #expect(Set(found) == ["a 1.5 2", "b 1.5 8.5", "c 7.0 8.5"])
        try bench.close(new)
    }
}
