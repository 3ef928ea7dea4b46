import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Values and names at the ends of what there is.
@Suite struct ExtremeValueTests {
    private let scratch = Scratch()

    private func context(_ url: URL, _ model: NSManagedObjectModel) throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, model).coordinator
        return context
    }

    private func close(_ context: NSManagedObjectContext) throws {
        let coordinator = try #require(context.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Attributes by their names, of one entity.
    private static func model(_ types: [String: NSAttributeType]) -> NSManagedObjectModel {
        let entity = Part.entity("Value")
        entity.properties = types.sorted { $0.key < $1.key }.map { Part.attribute($0.key, $0.value) }
        return Part.model([entity])
    }

    static let values: [(NSAttributeType, [any Sendable])] = [
        (.integer16AttributeType, [Int16.min, Int16.max]), (.integer32AttributeType, [Int32.min, Int32.max]),
        (.integer64AttributeType, [Int64.min, Int64.min + 1, -1 as Int64, 0 as Int64, Int64.max - 1, Int64.max]),
        (
            .doubleAttributeType,
            [
                -Double.infinity, -Double.greatestFiniteMagnitude, -0.0, Double.leastNonzeroMagnitude,
                9_007_199_254_740_993.0, Double.infinity,
            ]
        ),
        (.floatAttributeType, [-Float.greatestFiniteMagnitude, Float.leastNonzeroMagnitude, Float.infinity]),
        (
            .dateAttributeType,
            [-63_113_904_000.0, -978_307_200.5, -978_307_200, -1e-9, 0, 252_423_993_600, 1e15].map {
                Date(timeIntervalSinceReferenceDate: $0)
            } + [Date.distantPast, Date.distantFuture]
        ),
        (.stringAttributeType, ["", "\0", "a\0b", "'; DROP TABLE ZVALUE; --", "\u{1F468}\u{200D}\u{1F469}", "\r\n\t"]),
        (.binaryDataAttributeType, [Data(), Data([0]), Data(repeating: 255, count: 300_000)]),
        (
            .decimalAttributeType,
            [Int64.min, Int64.max].map { NSDecimalNumber(value: $0) } + [NSDecimalNumber(string: "-0.000001"), .zero]
        ),
    ]

    @Test(arguments: values.indices)
    func `Values at the ends are there again, and are found by SQL`(_ index: Int) throws {
        let (type, values) = Self.values[index]
        let url = scratch.url("s.sqlite")
        let first = try context(url, Self.model(["it": type, "number": .integer64AttributeType]))
        for (number, value) in values.enumerated() {
            let object = NSEntityDescription.insertNewObject(forEntityName: "Value", into: first)
            object.setValue(value, forKey: "it")
            object.setValue(number, forKey: "number")
        }
        try first.save()
        try close(first)
        let second = try context(url, Self.model(["it": type, "number": .integer64AttributeType]))
        let request = NSFetchRequest<NSManagedObject>(entityName: "Value")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        let found = try second.fetch(request)
        #expect(found.count == values.count)
        for (object, value) in zip(found, values) {
            #expect(object.value(forKey: "it") as? AnyHashable == value as? AnyHashable, "\(value)")
            request.predicate = NSPredicate(format: "it == %@", argumentArray: [value])
            let equal = try second.fetch(request)
            #expect(equal.contains { $0 === object }, "\(value)")
        }
        if type == .dateAttributeType || type == .integer64AttributeType {
            request.predicate = nil
            request.sortDescriptors = [NSSortDescriptor(key: "it", ascending: true)]
            let sorted = try second.fetch(request).map { $0.value(forKey: "it") }
            if let dates = sorted as? [Date] { #expect(dates == dates.sorted()) }
            if let numbers = sorted as? [Int64] { #expect(numbers == numbers.sorted()) }
        }
        try close(second)
    }

    @Test(arguments: [
        NSAttributeType.doubleAttributeType, .floatAttributeType, .dateAttributeType, .decimalAttributeType,
    ])
    func `What is no number is refused by its column, and nothing of the save is in the file`(_ type: NSAttributeType)
        throws
    {
        let url = scratch.url("s.sqlite")
        let context = try context(url, Self.model(["it": type]))
        let value: Any =
            switch type {
            case .dateAttributeType: Date(timeIntervalSinceReferenceDate: .nan)
            case .decimalAttributeType: NSDecimalNumber.notANumber
            case .floatAttributeType: Float.nan
            default: Double.nan
            }
        for value in [nil, value] as [Any?] {
            let object = NSEntityDescription.insertNewObject(forEntityName: "Value", into: context)
            object.setValue(value, forKey: "it")
        }
        let failure = Fixture.failure { try context.save() }
        #expect(failure?.sentence.contains("ZIT") == true, "\(failure?.sentence ?? "saved")")
        #expect(context.insertedObjects.count == 2)
        try close(context)
        #expect(try Fixture.rows(url, "SELECT count(*) FROM ZVALUE") == ["0"])
    }

    @Test func `What is no number in a part of a composite value is refused`() throws {
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = [
            Part.attribute("x", .doubleAttributeType), Part.attribute("y", .decimalAttributeType),
            Part.attribute("z", .dateAttributeType),
        ]
        let entity = Part.entity("Value")
        entity.properties = [place]
        let context = try context(scratch.url("s.sqlite"), Part.model([entity]))
        let object = NSEntityDescription.insertNewObject(forEntityName: "Value", into: context)
        for (key, value) in [
            ("x", Double.nan), ("y", NSDecimalNumber.notANumber), ("z", Date(timeIntervalSinceReferenceDate: .nan)),
        ] as [(String, Any)] {
            object.setValue([key: value], forKey: "place")
            #expect(Fixture.failure { try context.save() }?.sentence.contains("NaN") == true, "\(key)")
        }
        object.setValue(["x": 1.5, "y": NSDecimalNumber(value: 2)], forKey: "place")
        try context.save()
        try close(context)
    }

    @Test func `Names that are words of SQL, or of the store's own tables, are names`() throws {
        func model() -> NSManagedObjectModel {
            let words = [
                "Select", "Order", "Group", "_MetaData", "_PrimaryKey", "_ModelCache", "sqlite_master", "1Tags",
            ]
            let entities = words.map { Part.entity($0) }
            for (entity, next) in zip(entities, entities.dropFirst() + entities.prefix(1)) {
                let table = Part.relationship("table", to: next, isToMany: true)
                let index = Part.relationship("index", to: entity, isToMany: true)
                (table.isOptional, index.isOptional) = (true, true)
                (table.inverseRelationship, index.inverseRelationship) = (index, table)
                entity.properties += [
                    Part.attribute("from", .stringAttributeType), Part.attribute("_pk", .integer64AttributeType),
                    Part.attribute("_ent", .integer64AttributeType), Part.attribute("_opt", .integer64AttributeType),
                    Part.attribute("rowid", .integer64AttributeType), Part.attribute("oid", .stringAttributeType),
                    table,
                ]
                next.properties.append(index)
            }
            return Part.model(entities)
        }
        let url = scratch.url("s.sqlite")
        let first = try context(url, model())
        var last: NSManagedObject?
        for name in model().entitiesByName.keys.sorted() {
            let object = NSEntityDescription.insertNewObject(forEntityName: name, into: first)
            object.setValue("where \(name)", forKey: "from")
            for (number, key) in ["_pk", "_ent", "_opt", "rowid"].enumerated() {
                object.setValue(70 + number, forKey: key)
            }
            object.setValue("o", forKey: "oid")
            last = object
        }
        let next = try #require(last?.entity.relationshipsByName["table"]?.destinationEntity?.name)
        let other = try #require(
            first.insertedObjects.first { $0.entity.name == next && $0 !== last })
        last?.setValue(NSSet(object: other), forKey: "table")
        try first.save()
        try close(first)
        let second = try context(url, model())
        for name in model().entitiesByName.keys.sorted() {
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.predicate = NSPredicate(
                format: "%K == %@ AND %K == 70 AND %K == 71 AND %K == 72 AND %K == 73 AND %K == 'o'", "from",
                "where \(name)",
                "_pk", "_ent", "_opt", "rowid", "oid")
            let found = try second.fetch(request)
            #expect(found.map { $0.value(forKey: "rowid") as? Int } == [73], "\(name)")
            guard name == next else { continue }
            request.predicate = NSPredicate(format: "ANY %K.%K BEGINSWITH 'where'", "index", "from")
            #expect(try second.fetch(request) == found)
        }
        try close(second)
    }
}
