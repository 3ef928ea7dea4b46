import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Values that a file does not keep as they were given. Nobody has changed them, whatever the file shows.
@Suite struct StoredAlikeTests {
    private let scratch = Scratch()

    private func context() throws -> NSManagedObjectContext {
        let item = Part.entity("Item")
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = [Part.attribute("x", .doubleAttributeType), Part.attribute("d", .decimalAttributeType)]
        item.properties = [
            Part.attribute("n", .integer64AttributeType), Part.attribute("price", .decimalAttributeType),
            Part.attribute("single", .floatAttributeType), Part.attribute("real", .doubleAttributeType),
            Part.attribute("born", .dateAttributeType), Part.attribute("page", .URIAttributeType), place,
        ]
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator =
            try Fixture.open(scratch.url("s.sqlite"), Part.model([item])).coordinator
        return context
    }

    nonisolated(unsafe) private static let values: [(key: String, value: Any)] = [
        ("price", NSDecimalNumber(string: "1.23456789012345678901234567")),
        ("price", NSDecimalNumber(string: "79228162514264337593543950335")),
        ("price", NSDecimalNumber(string: "-9223372036854775809")),
        ("price", NSDecimalNumber(string: "9007199254740993.5")),
        ("price", NSDecimalNumber(string: "12345678901234567.891")),
        ("price", NSDecimalNumber(string: "0.1")), ("single", Float(0.1)), ("real", -0.0), ("real", 1e300),
        ("born", Date(timeIntervalSinceReferenceDate: -0.0)),
        ("page", URL(string: "relative/x", relativeTo: URL(string: "http://h/b/"))!),
        ("place", ["x": -0.0, "d": NSDecimalNumber(string: "1.23456789012345678901234567")] as [String: Any]),
    ]

    @Test(arguments: values.indices)
    func `one that the file cannot hold exactly is no conflict`(_ index: Int) throws {
        let context = try context()
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        let (key, value) = Self.values[index]
        item.setValue(value, forKey: key)
        try context.save()
        // Nothing but the version.
        try Fixture.run(scratch.url("s.sqlite"), "UPDATE ZITEM SET Z_OPT = Z_OPT + 5")
        item.setValue(2, forKey: "n")
        try context.save()
        #expect(try Fixture.rows(scratch.url("s.sqlite"), "SELECT ZN FROM ZITEM") == ["2"])
    }

    @Test func `whole numbers that are one only in double precision are a conflict`() throws {
        let context = try context()
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue(NSDecimalNumber(string: "9007199254740992"), forKey: "price")
        try context.save()
        try Fixture.run(
            scratch.url("s.sqlite"), "UPDATE ZITEM SET Z_OPT = Z_OPT + 5, ZPRICE = 9007199254740993")
        item.setValue(2, forKey: "n")
        #expect(Fixture.failure { try context.save() }?.code == NSManagedObjectMergeError)
    }
}
