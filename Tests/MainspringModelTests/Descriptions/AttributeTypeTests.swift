import Foundation
import MainspringModel
import Testing

/// The numbers that stand in files, and the names of types.
@Suite struct AttributeTypeTests {
    static let types: [(NSAttributeType, NSAttributeDescription.AttributeType, UInt, String?)] = [
        (.undefinedAttributeType, .undefined, 0, nil), (.integer16AttributeType, .integer16, 100, "NSNumber"),
        (.integer32AttributeType, .integer32, 200, "NSNumber"), (.integer64AttributeType, .integer64, 300, "NSNumber"),
        (.decimalAttributeType, .decimal, 400, "NSDecimalNumber"), (.doubleAttributeType, .double, 500, "NSNumber"),
        (.floatAttributeType, .float, 600, "NSNumber"), (.stringAttributeType, .string, 700, "NSString"),
        (.booleanAttributeType, .boolean, 800, "NSNumber"), (.dateAttributeType, .date, 900, "NSDate"),
        (.binaryDataAttributeType, .binaryData, 1000, "NSData"), (.UUIDAttributeType, .uuid, 1100, "NSUUID"),
        (.URIAttributeType, .uri, 1200, "NSURL"), (.transformableAttributeType, .transformable, 1800, nil),
        (.objectIDAttributeType, .objectID, 2000, "NSManagedObjectID"),
        (.compositeAttributeType, .composite, 2100, "NSDictionary"),
    ]

    @Test(arguments: types.indices)
    func `a type has Apple's raw value, a newer face and a class`(number: Int) {
        let (type, newer, raw, className) = Self.types[number]
        #expect(type.rawValue == raw && newer.rawValue == raw)
        #expect(newer.attributeType == type && NSAttributeDescription.AttributeType(type) == newer)
        let attribute = NSAttributeDescription()
        attribute.type = newer
        #expect(attribute.attributeType == type && attribute.type == newer)
        #expect(attribute.attributeValueClassName == className)
        attribute.attributeValueClassName = "Color"
        #expect(attribute.attributeValueClassName == className ?? "Color")
        let expression = NSExpressionDescription()
        expression.resultType = newer
        #expect(expression.expressionResultType == type && expression.resultType == newer)
    }

    @Test func `there are no other types`() {
        #expect(NSAttributeType.allCases.count == Self.types.count)
        #expect(NSAttributeType(rawValue: 101) == nil && NSAttributeDescription.AttributeType(rawValue: 101) == nil)
    }

    @Test func `delete rules, kinds of indexes and result types have Apple's raw values`() {
        #expect(
            [
                NSDeleteRule.noActionDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule,
            ].map(\.rawValue) == [0, 1, 2, 3])
        #expect([NSFetchIndexElementType.binary, .rTree].map(\.rawValue) == [0, 1])
        #expect(
            [
                NSFetchRequestResultType.managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType,
                .countResultType,
            ].map(\.rawValue) == [0, 1, 2, 4])
    }
}
