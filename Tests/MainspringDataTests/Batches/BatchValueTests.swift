import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What becomes of values that batches are given, or compute.
@Suite struct BatchValueTests {
    private static let attributes: [(name: String, type: NSAttributeType)] = [
        ("small", .integer16AttributeType), ("middle", .integer32AttributeType), ("real", .doubleAttributeType),
        ("float", .floatAttributeType), ("flag", .booleanAttributeType), ("plain", .binaryDataAttributeType),
        ("photo", .binaryDataAttributeType), ("other", .binaryDataAttributeType), ("date", .dateAttributeType),
    ]

    private func bench() throws -> HistoryBench {
        try HistoryBench { _, entities in
            let badge = entities["Badge"]!
            badge.properties += Self.attributes.map { Part.attribute($0.name, $0.type) }
            for name in ["photo", "other"] { badge.attributesByName[name]!.allowsExternalBinaryDataStorage = true }
            for attribute in badge.attributesByName.values { attribute.isOptional = true }
        }
    }

    private func update(_ bench: HistoryBench, _ properties: [AnyHashable: Any]) throws {
        let request = NSBatchUpdateRequest(entityName: "Badge")
        request.propertiesToUpdate = properties
        _ = try bench.execute(request)
    }

    // MARK: Data

    /// Two properties, and whether the first may be set to what the second has.
    private static let data = [
        ("photo", "plain", true), ("plain", "plain", true), ("plain", "photo", false), ("photo", "other", false),
        ("photo", "photo", false),
    ]

    @Test(arguments: data.indices, [0, 3, 200_000])
    func `Data that an expression gives are the same data, and each row keeps its own`(_ number: Int, _ count: Int)
        throws
    {
        let (property, source, isPossible) = Self.data[number]
        let bench = try bench()
        // The first byte of a column of long data would be a mark.
        let data = Data([2, 65, 0].prefix(count)) + Data(repeating: 7, count: count)
        let context = bench.context()
        bench.company.make("Badge", "A", in: context).setValue(data, forKey: source)
        bench.company.make("Badge", "B", in: context).setValue(Data([1]), forKey: property)
        try context.save()
        let failure = Fixture.failure { try update(bench, [property: NSExpression(forKeyPath: source)]) }
        guard isPossible else {
            #expect(failure?.sentence.contains("beside the store") == true)
            return
        }
        #expect(failure == nil)
        let other = bench.context()
        let badges = try other.fetch(HistoryBench.objects("Badge")).map { $0 as! NSManagedObject }
        #expect(badges[0].value(forKey: property) as? Data == data)
        #expect(badges[1].value(forKey: property) as? Data == (property == source ? Data([1]) : nil))
        guard property != source else { return }
        badges[0].setValue(Data([1]), forKey: source)
        try other.save()
        #expect(try bench.company.read(badges[0].objectID) { $0.value(forKey: property) as? Data } == data)
    }

    // MARK: Numbers

    /// What a number is set to where the age is 10, and what comes of it; nil where no such number has a place.
    private static let numbers: [(name: String, expression: String, value: Double?)] = [
        ("small", "age + 32757", 32_767), ("small", "age + 32758", nil), ("small", "age - 32778", -32_768),
        ("small", "age - 32779", nil), ("small", "age / 4.0", 2), ("small", "age * 3276.79", 32_767),
        ("middle", "age + 2147483637", 2_147_483_647), ("middle", "age * 1e9", nil),
        ("age", "age * 922337203685477580 + 7", 9_223_372_036_854_775_808), ("age", "age * 922337203685477581", nil),
        ("age", "age * 1e30", nil), ("age", "age * -1e30", nil), ("flag", "age - 10", 0), ("flag", "age / 2", 1),
        ("flag", "age * 1e30", 1), ("float", "age * 1e37", Double(Float(1e38))), ("float", "age * 1e38", nil),
        ("float", "age * -1e38", nil), ("real", "age * 1e300", 1e301), ("small", "middle + 1", 0),
    ]

    @Test(arguments: numbers.indices)
    func `A number that an expression gives is one of its attribute's type, or refused by its name`(_ number: Int)
        throws
    {
        let (name, expression, value) = Self.numbers[number]
        let bench = try bench()
        let context = bench.context()
        bench.company.make("Badge", "A", in: context).setValue(10, forKey: "age")
        try context.save()
        let failure = Fixture.failure { try update(bench, [name: NSExpression(format: expression)]) }
        let object = try #require(try bench.context().fetch(HistoryBench.objects("Badge")).first as? NSManagedObject)
        guard let value else {
            #expect(failure?.code == NSPersistentStoreOperationError)
            #expect(
                failure?.sentence.contains("the expression for “\(name)” gives") == true, "\(failure?.sentence ?? "")")
            #expect(try bench.rows("SELECT Z_OPT FROM ZBADGE") == ["1"] && bench.transactions().count == 1)
            return
        }
        #expect(failure == nil)
        // Of nothing an expression gives nothing.
        let expected = expression.hasPrefix("middle") ? nil : NSNumber(value: value)
        let found = try bench.company.read(object.objectID) { $0.value(forKey: name) as? NSNumber }
        #expect(found?.doubleValue == expected?.doubleValue)
    }

    // MARK: Nothing

    @Test func `An optional without a value in a dictionary is nil, as for objects`() throws {
        let bench = try bench()
        let context = bench.context()
        let person = bench.company.make("Person", "P", in: context)
        try context.save()
        let none: [String: Any] = [
            "name": nil as String? as Any, "photo": nil as Data? as Any, "person": nil as NSManagedObjectID? as Any,
            "date": Optional<Date>.none as Any, "age": (5 as Int?) as Any, "small": (6 as Int??) as Any,
        ]
        let linked: [String: Any] = [
            "name": "B" as String? as Any, "person": person.objectID as NSManagedObjectID? as Any,
        ]
        _ = try bench.execute(NSBatchInsertRequest(entityName: "Badge", objects: [none, linked]))
        #expect(
            try bench.rows("SELECT ZNAME, ZPHOTO, ZPERSON, ZDATE, ZAGE, ZSMALL FROM ZBADGE ORDER BY Z_PK") == [
                "NULL|NULL|NULL|NULL|5|6", "B|NULL|1|NULL|0|NULL",
            ])
        try update(bench, ["person": nil as NSManagedObject? as Any, "name": nil as String? as Any])
        #expect(try bench.rows("SELECT DISTINCT ZNAME, ZPERSON FROM ZBADGE") == ["NULL|NULL"])
        #expect(try bench.rows("SELECT ZBADGE FROM ZPERSON") == ["NULL"])
    }
}
