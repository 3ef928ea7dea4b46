import Foundation
@_spi(Tools) import MainspringModel
import Testing

/// Default values are of the attribute's type, whatever they were set as.
@Suite struct DefaultValueTests {
    static let date = Date(timeIntervalSinceReferenceDate: 60)
    static let uuid = UUID()
    static let url = URL(fileURLWithPath: "/a/b")

    nonisolated(unsafe) static let fitting: [(NSAttributeType, Any, AnyHashable)] = [
        // Constant: nothing changes the objects.
        (.integer16AttributeType, 7, NSNumber(value: Int16(7))),
        (.integer16AttributeType, NSNumber(value: -32768), NSNumber(value: Int16.min)),
        (.integer16AttributeType, 7.9, NSNumber(value: Int16(7))),
        (.integer32AttributeType, UInt8(7), NSNumber(value: Int32(7))),
        (.integer64AttributeType, Int64.max, NSNumber(value: Int64.max)),
        (.integer64AttributeType, true, 1 as NSNumber),
        (.doubleAttributeType, 3, 3.0 as NSNumber), (.floatAttributeType, 0.5, NSNumber(value: Float(0.5))),
        (.booleanAttributeType, 1, true as NSNumber), (.booleanAttributeType, false, false as NSNumber),
        (.decimalAttributeType, 1.1, NSDecimalNumber(string: "1.1")),
        (.decimalAttributeType, Decimal(3), NSDecimalNumber(string: "3")),
        (.decimalAttributeType, NSDecimalNumber(string: "9.99"), NSDecimalNumber(string: "9.99")),
        (.stringAttributeType, "a", "a"), (.stringAttributeType, NSString("a"), "a"), (.dateAttributeType, date, date),
        (.dateAttributeType, 60, date), (.dateAttributeType, NSDate(timeIntervalSinceReferenceDate: 60), date),
        (.binaryDataAttributeType, Data([1]), Data([1])),
        (.binaryDataAttributeType, NSData(data: Data([1])), Data([1])),
        (.UUIDAttributeType, uuid, uuid), (.UUIDAttributeType, uuid.uuidString, uuid),
        (.UUIDAttributeType, NSUUID(uuidString: uuid.uuidString) ?? NSUUID(), uuid),
        (.URIAttributeType, url.absoluteString, url), (.URIAttributeType, url, url),
        (.transformableAttributeType, [1, 2], [1, 2]), (.undefinedAttributeType, "any", "any"),
    ]

    @Test(arguments: fitting.indices)
    func `a value that fits is converted, before and after the model is used`(number: Int) throws {
        let (type, value, expected) = Self.fitting[number]
        let thing = attribute("x", type, default: value)
        #expect(thing.defaultValue as? AnyHashable == expected)
        if type == .undefinedAttributeType { thing.isTransient = true }
        let model = model(entity("E", [thing]))
        try model.validate()
        model.freeze()
        #expect(thing.defaultValue as? AnyHashable == expected)
    }

    @Test func `a default value that is set before the type is converted as well`() {
        let thing = NSAttributeDescription()
        thing.defaultValue = 5
        thing.attributeType = .doubleAttributeType
        #expect(thing.defaultValue as? Double == 5)
        #expect(thing.defaultValue is NSNumber)
    }

    nonisolated(unsafe) static let unfitting: [(NSAttributeType, Any, String)] = [
        // Constant: nothing changes the objects.
        (
            .integer16AttributeType, 70_000,
            "70000 (Int) is no value of the type Integer 16; give an integer from -32768 to 32767."
        ),
        (
            .integer32AttributeType, "7",
            "\"7\" (String) is no value of the type Integer 32; give an integer from -2147483648 to 2147483647."
        ),
        (
            .integer64AttributeType, Double.nan,
            "nan (Double) is no value of the type Integer 64; give an integer of 64 bits."
        ),
        (.decimalAttributeType, Double.infinity, "inf (Double) is no value of the type Decimal; give a number."),
        (.doubleAttributeType, "x", "\"x\" (String) is no value of the type Double; give a number."),
        (
            .floatAttributeType, 1e300,
            "1e+300 (Double) is no value of the type Float; give a number of single precision."
        ),
        (.booleanAttributeType, "YES", "\"YES\" (String) is no value of the type Boolean; give true or false."),
        (.stringAttributeType, 7, "7 (Int) is no value of the type String; give a String."),
        (.dateAttributeType, "now", "\"now\" (String) is no value of the type Date; give a Date."),
        (.binaryDataAttributeType, "x", "\"x\" (String) is no value of the type Binary; give Data."),
        (.UUIDAttributeType, "x", "\"x\" (String) is no value of the type UUID; give a UUID."),
        (.URIAttributeType, 3, "3 (Int) is no value of the type URI; give a URL."),
    ]

    @Test(arguments: unfitting.indices)
    func `a value that does not fit stays, and is an issue of the model`(number: Int) throws {
        let (type, value, sentence) = Self.unfitting[number]
        let thing = attribute("x", type, default: value)
        #expect("\(thing.defaultValue ?? "")" == "\(value)")
        let model = model(entity("E", [thing]))
        let issue = try #require(model.issues.first)
        #expect(issue.kind == .defaultValueOfWrongType && issue.entityName == "E" && issue.memberName == "x")
        #expect(
            issue.description
                == "The default value of the attribute \"x\" of the entity \"E\" does not fit: \(sentence)")
        model.freeze()
        #expect("\(thing.defaultValue ?? "")" == "\(value)")
    }
}
