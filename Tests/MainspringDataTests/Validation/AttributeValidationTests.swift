import Foundation
import MainspringData
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

import class MainspringFoundation.NSComparisonPredicate
import class MainspringFoundation.NSExpression
import class MainspringFoundation.NSPredicate

/// Which values attributes take, and which code says why not.
@Suite struct AttributeValidationTests {
    /// A bound or a pattern of a model, and values with the code that is expected; nil for a valid one.
    struct Case: Sendable, CustomTestStringConvertible {
        let type: NSAttributeType
        let format: String
        let values: @Sendable () -> [(Any?, Int?)]

        init(
            _ type: NSAttributeType, _ format: String, _ values: @autoclosure @escaping @Sendable () -> [(Any?, Int?)]
        ) {
            (self.type, self.format, self.values) = (type, format, values)
        }

        var testDescription: String { "\(type.words): \(format)" }
    }

    static let bounds: [Case] = [
        Case(
            .integer16AttributeType, "SELF >= 1",
            [(0, 1620), (1, nil), (2, nil), (NSNumber(value: -5), 1620), (nil, nil)]),
        Case(.integer32AttributeType, "SELF <= 9", [(9, nil), (10, 1610), (Int32.max, 1610)]),
        Case(.integer64AttributeType, "SELF > 0", [(0, 1620), (1, nil), (Int64.min, 1620)]),
        Case(.integer64AttributeType, "SELF < 0", [(0, 1610), (-1, nil)]),
        Case(.integer16AttributeType, "1 <= SELF", [(0, 1620), (1, nil)]),
        Case(.integer16AttributeType, "1 > SELF", [(1, 1610), (0, nil)]),
        Case(
            .doubleAttributeType, "SELF >= 0.1",
            [(0.1, nil), (0.0999, 1620), (-Double.infinity, 1620), (Double.nan, 1620)]),
        Case(
            .floatAttributeType, "SELF <= 2.5", [(Float(2.5), nil), (Float(2.5).nextUp, 1610), (Float.infinity, 1610)]),
        Case(
            .decimalAttributeType, "SELF <= 12345678901234567.89",
            [(NSDecimalNumber(string: "0.01"), nil), (Decimal(string: "99999999999999999.99"), 1610)]),
        Case(.booleanAttributeType, "SELF >= 1", [(true, nil), (false, 1620)]),
        Case(
            .dateAttributeType, "SELF >= CAST(1000, 'NSDate')",
            [
                (Date(timeIntervalSinceReferenceDate: 1000), nil), (Date(timeIntervalSinceReferenceDate: 999.9), 1640),
                (nil, nil),
            ]),
        Case(.stringAttributeType, "length >= 2", [("", 1670), ("a", 1670), ("ab", nil), (nil, nil)]),
        Case(.stringAttributeType, "SELF.length > 1", [("a", 1670), ("ab", nil)]),
        Case(.stringAttributeType, "length <= 3", [("abc", nil), ("abcd", 1660)]),
        Case(
            .stringAttributeType, "SELF MATCHES '[a-z]+'",
            [("abc", nil), ("ABC", 1680), ("abc1", 1680), ("", 1680), (nil, nil)]),
        Case(.stringAttributeType, "SELF LIKE 'a*'", [("abc", nil), ("bc", 1680)]),
        Case(.undefinedAttributeType, "SELF <= 9", [(9, nil), (10, 1610)]),
    ]

    @Test(arguments: bounds) func `the form of a predicate says which code its error has`(_ row: Case) {
        let attribute = Ruled.attribute(row.type, (row.format, ""))
        for (value, code) in row.values() {
            #expect(attribute.codes(value) == (code.map { [$0] } ?? []), "\(String(describing: value))")
        }
    }

    @Test func `a date is too late after its latest, as a predicate of constants says it`() {
        let date = Date(timeIntervalSinceReferenceDate: 7)
        let attribute = Ruled.attribute(
            .dateAttributeType,
            NSComparisonPredicate(
                leftExpression: .expressionForEvaluatedObject(), rightExpression: NSExpression(forConstantValue: date),
                modifier: .direct, type: .lessThanOrEqualTo))
        #expect(attribute.codes(date) == [] && attribute.codes(date + 1) == [1630])
        attribute.attributeType = .transformableAttributeType
        #expect(attribute.codes(date) == [] && attribute.codes(date + 1) == [1630])
    }

    static let others: [(NSAttributeType, String, any Sendable)] = [
        (.integer16AttributeType, "SELF == 3", 4), (.integer16AttributeType, "SELF != 3", 3),
        (.integer16AttributeType, "SELF BETWEEN {1, 2}", 3), (.integer16AttributeType, "SELF IN {1, 2}", 3),
        (.integer16AttributeType, "SELF > 0 AND SELF < 9", 9), (.integer16AttributeType, "NOT SELF > 3", 4),
        (.stringAttributeType, "SELF BEGINSWITH 'a'", "b"), (.stringAttributeType, "SELF > 'a'", "a"),
        (.stringAttributeType, "length == 3", "b"), (.stringAttributeType, "uppercaseString LIKE 'A'", "b"),
        (.binaryDataAttributeType, "length <= 1", Data([1, 2])), (.stringAttributeType, "FALSEPREDICATE", "a"),
        (.stringAttributeType, "'abc' LIKE SELF", "b"),
    ]

    @Test func `any other predicate stands for the code without a name of its own`() {
        for (type, format, value) in Self.others {
            #expect(Ruled.attribute(type, (format, "")).codes(value) == [1550], "\(format)")
        }
        let block = NSPredicate { value, _ in (value as? Int) == 1 }
        #expect(Ruled.attribute(.integer16AttributeType, block).codes(2) == [1550])
        #expect(Ruled.attribute(.integer16AttributeType, block).codes(1) == [])
    }

    @Test func `the length of a text counts UTF-16 units, as that of NSString`() {
        let attribute = Ruled.attribute(.stringAttributeType, ("length <= 2", ""), ("length >= 2", ""))
        #expect(attribute.codes("é") == [1670])
        #expect(attribute.codes("e\u{301}") == [])
        #expect(attribute.codes("😀") == [])
        #expect(attribute.codes("👨‍👩‍👧") == [1660])
        #expect(attribute.codes("日本") == [])
    }

    @Test func `a warning that is the number of a validation error is the code, and anything else the description`()
        throws
    {
        let numbers = [1550, 1610, 1620, 1630, 1640, 1650, 1660, 1670, 1680, 1690]
        for number in numbers {
            #expect(Ruled.attribute(.stringAttributeType, ("SELF == 'x'", "\(number)")).codes("y") == [number])
        }
        for text in ["1560", "133020", "7", "Must be an x."] {
            let attribute = Ruled.attribute(.integer16AttributeType, ("SELF > 8", text))
            let error = try #require(failure { try PropertyValidator(attribute).validate(8, of: Subject()) })
            #expect(error.code == 1620 && error.localizedDescription == text)
        }
        let bare = Ruled.attribute(.integer16AttributeType)
        bare.setValidationPredicates([NSPredicate(format: "SELF > 8")], withValidationWarnings: nil)
        #expect(bare.codes(8) == [1620])
    }

    @Test func `nil is missing where the attribute is not optional, and fulfils all predicates`() {
        let attribute = Ruled.attribute(.stringAttributeType, isOptional: false, ("length >= 2", ""))
        for nothing in [nil, NSNull(), String?.none as Any, String??.some(nil) as Any] as [Any?] {
            #expect(attribute.codes(nothing) == [1570])
        }
        #expect(attribute.codes("") == [1670] && attribute.codes(String?.some("ab") as Any) == [])
        attribute.isOptional = true
        #expect(attribute.codes(nil) == [])
        attribute.setValidationPredicates(nil, withValidationWarnings: nil)
        attribute.isOptional = false
        #expect(attribute.codes("") == [] && attribute.codes(nil) == [1570])
    }

    @Test func `transient attributes are checked, derived ones and fetched properties are not`() {
        let transient = Ruled.attribute(.undefinedAttributeType, isOptional: false)
        transient.isTransient = true
        #expect(transient.codes(nil) == [1570])
        let derived = NSDerivedAttributeDescription()
        (derived.name, derived.isOptional, derived.attributeType) = ("count", false, .integer64AttributeType)
        derived.setValidationPredicates([NSPredicate(value: false)], withValidationWarnings: [""])
        #expect(derived.codes(nil) == [] && derived.codes(1) == [] && !PropertyValidator(derived).hasRules)
        let fetched = NSFetchedPropertyDescription()
        (fetched.name, fetched.isOptional) = ("found", false)
        #expect(fetched.codes(nil) == [])
    }

    @Test func `the elements of a composite are checked, by their paths, unless the composite is nil`() throws {
        let composite = NSCompositeAttributeDescription()
        let street = Part.attribute("street", .stringAttributeType)
        street.isOptional = false
        street.setValidationPredicates([NSPredicate(format: "length <= 3")], withValidationWarnings: [""])
        (composite.name, composite.elements) = ("address", [street, Part.attribute("town", .stringAttributeType)])
        #expect(composite.codes(nil) == [])
        #expect(composite.codes(["street": "abc"]) == [] && composite.codes(["town": "a"]) == [1570])
        #expect(composite.codes(["street": NSNull()]) == [1570] && composite.codes("no dictionary") == [1570])
        let error = try #require(
            failure { try PropertyValidator(composite).validate(["street": "abcd"], of: Subject()) })
        #expect(error.code == 1660 && error.userInfo[NSValidationKeyErrorKey] as? String == "address.street")
        #expect(error.localizedDescription == "address.street is too long.")
        composite.isOptional = false
        #expect(composite.codes(nil) == [1570])
    }

    @Test func `composites that stand in themselves, or too deep in each other, come to an end`() {
        let composite = NSCompositeAttributeDescription()
        let inner = NSCompositeAttributeDescription()
        let leaf = Part.attribute("leaf", .stringAttributeType)
        leaf.isOptional = false
        (composite.name, inner.name) = ("outer", "inner")
        inner.elements = [composite, leaf]
        composite.elements = [inner, inner, composite, composite]
        #expect(composite.codes(["inner": ["leaf": "a"]]) == [] && composite.codes(["inner": ["a": 1]]) == [1570])
        #expect(composite.codes(["a": 1]) == [])
        composite.elements = []
        let chain = (0..<10_000).map { _ in NSCompositeAttributeDescription() }
        for (outer, inner) in zip(chain, chain.dropFirst()) { outer.elements = [inner] }
        #expect(!PropertyValidator(chain[0]).hasRules)
        for link in chain { link.elements = [] }
    }

    @Test func `a predicate that cannot be evaluated with the value is not fulfilled, and nothing stops`() {
        let rules: [(NSAttributeType, String, Any, Int)] = [
            (.integer16AttributeType, "SELF >= 'abc'", 1, 1620),
            (.integer16AttributeType, "SELF MATCHES '1'", Date(), 1550),
            (.dateAttributeType, "SELF MATCHES '2024.*'", Date(), 1650),
            (.stringAttributeType, "SELF MATCHES '(['", "x", 1680), (.dateAttributeType, "SELF <= 3", "x", 1630),
            (.stringAttributeType, "length >= 1", 5, 1670), (.integer16AttributeType, "length >= 1", 5, 1550),
            (.stringAttributeType, "name.first == 'a'", "x", 1550), (.stringAttributeType, "SELF > $LEAST", "x", 1550),
            (.stringAttributeType, "ANY SELF > 3", "x", 1550), (.UUIDAttributeType, "SELF >= 1", UUID(), 1550),
        ]
        for (type, format, value, code) in rules {
            let attribute = Ruled.attribute(type, (format, ""))
            #expect(throws: (any Error).self, "\(format)") {
                try PredicateFailure.throwing { #expect(attribute.codes(value) == [code], "\(format)") }
            }
        }
    }

    @Test func `the rules that are read from a model's XML have their codes`() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Animal" representedClassName="Animal" syncable="YES">
            <attribute name="name" attributeType="String" minValueString="2" maxValueString="3" \
            regularExpressionString="[a-z]*"/>
            <attribute name="legs" optional="YES" attributeType="Integer 16" minValueString="1" maxValueString="8" \
            usesScalarValueType="YES"/>
            <attribute name="born" optional="YES" attributeType="Date" minDateTimeInterval="100" \
            maxDateTimeInterval="200" usesScalarValueType="NO"/>
            <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0.5" maxValueString="1.5"/>
            </entity>
            </model>
            """
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(xml.utf8).write(to: folder.appendingPathComponent("contents"))
        let model = try #require(NSManagedObjectModel(contentsOf: folder))
        let attributes = try #require(model.entitiesByName["Animal"]).attributesByName
        let cases: [(String, Any?, [Int])] = [
            ("name", nil, [1570]), ("name", "a", [1670]), ("name", "abcd", [1660]), ("name", "AB", [1680]),
            ("name", "A", [1670, 1680]), ("name", "ab", []), ("legs", 0, [1620]), ("legs", 9, [1610]), ("legs", 8, []),
            ("born", Date(timeIntervalSinceReferenceDate: 99), [1640]),
            ("born", Date(timeIntervalSinceReferenceDate: 201), [1630]),
            ("born", Date(timeIntervalSinceReferenceDate: 200), []), ("born", nil, []),
            ("price", NSDecimalNumber(string: "0.49"), [1620]), ("price", NSDecimalNumber(string: "1.51"), [1610]),
            ("price", NSDecimalNumber(string: "1.5"), []),
        ]
        for (name, value, codes) in cases {
            let attribute = try #require(attributes[name])
            #expect(attribute.codes(value) == codes, "\(name) \(String(describing: value))")
        }
    }
}
