import Foundation
import MainspringFoundation
import Testing

/// Transformers by name, and those that are always there.
@Suite struct TransformerThreadTests {
    private final class Reversed: ValueTransformer {
        override class func transformedValueClass() -> AnyClass { NSString.self }
        override func transformedValue(_ value: Any?) -> Any? { (value as? String).map { String($0.reversed()) } }
    }

    private final class OneWay: ValueTransformer {
        override class func allowsReverseTransformation() -> Bool { false }
    }

    @Test func `a registered transformer is found by its name, as the same object`() {
        let name = NSValueTransformerName("a registered transformer")
        let transformer = Reversed()
        ValueTransformer.setValueTransformer(transformer, forName: name)
        #expect(ValueTransformer(forName: name) === transformer)
        #expect(Reversed(forName: name) === transformer)
        #expect(OneWay(forName: name) == nil)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
    }

    @Test func `no class is looked up by a name`() {
        #expect(ValueTransformer(forName: NSValueTransformerName(NSStringFromClass(ValueTransformer.self))) == nil)
    }

    @Test(arguments: [
        "NSNegateBoolean", "NSIsNil", "NSIsNotNil", "NSUnarchiveFromData", "NSKeyedUnarchiveFromData",
        "NSSecureUnarchiveFromData",
    ])
    func `Apple's transformers are always there`(name: String) {
        #expect(ValueTransformer(forName: NSValueTransformerName(rawValue: name)) != nil)
        #expect(ValueTransformer.valueTransformerNames().contains(NSValueTransformerName(name)))
    }

    @Test func `names are Apple's`() {
        #expect(NSValueTransformerName.negateBooleanTransformerName.rawValue == "NSNegateBoolean")
        #expect(NSValueTransformerName.isNilTransformerName.rawValue == "NSIsNil")
        #expect(NSValueTransformerName.isNotNilTransformerName.rawValue == "NSIsNotNil")
        #expect(NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue == "NSSecureUnarchiveFromData")
    }

    @Test func `models also name the secure transformer by its class`() {
        #expect(
            ValueTransformer(forName: NSValueTransformerName("NSSecureUnarchiveFromDataTransformer"))
                === ValueTransformer(forName: .secureUnarchiveFromDataTransformerName))
    }

    @Test(
        arguments: [
            (nil, true), (true, false), (false, true), (0, true), (2.5, false), ("YES", false), ("no", true),
            (Double.nan, true),
        ] as [((any Sendable)?, Bool)])
    func `a truth value is negated`(value: (any Sendable)?, expected: Bool) throws {
        let transformer = try #require(ValueTransformer(forName: .negateBooleanTransformerName))
        #expect(transformer.transformedValue(value) as? Bool == expected)
        #expect(transformer.reverseTransformedValue(value) as? Bool == expected)
    }

    @Test func `nil is told from values`() throws {
        let isNil = try #require(ValueTransformer(forName: .isNilTransformerName))
        let isNotNil = try #require(ValueTransformer(forName: .isNotNilTransformerName))
        #expect(isNil.transformedValue(nil) as? Bool == true && isNotNil.transformedValue(nil) as? Bool == false)
        #expect(isNil.transformedValue(0) as? Bool == false && isNotNil.transformedValue(0) as? Bool == true)
        #expect(isNil.transformedValue(Int?.none as Any) as? Bool == true)
        #expect(!type(of: isNil).allowsReverseTransformation() && !type(of: isNotNil).allowsReverseTransformation())
        #expect(isNil.isOfNumbers && isNotNil.isOfNumbers)
    }

    @Test func `unless a subclass says otherwise, a value becomes itself in both directions`() {
        let transformer = ValueTransformer()
        #expect(transformer.transformedValue(5) as? Int == 5 && transformer.reverseTransformedValue(5) as? Int == 5)
        let valueClass: AnyClass = ValueTransformer.transformedValueClass()
        #expect(ObjectIdentifier(valueClass) == ObjectIdentifier(NSObject.self))
        #expect(ValueTransformer.allowsReverseTransformation())
        #expect(Reversed().reverseTransformedValue("ab") as? String == "ba")
    }

    @Test func `where there is no way back none is gone`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = OneWay().reverseTransformedValue(1)
        }
        expect(
            result,
            says: "OneWay transforms in one direction. Ask allowsReverseTransformation() before "
                + "reverseTransformedValue(_:).")
    }

    @Test func `archives without keys are nil, and a sentence says so`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let transformer = ValueTransformer(forName: NSValueTransformerName("NSUnarchiveFromData"))
            guard let transformer, transformer.transformedValue(Data([1])) == nil,
                transformer.transformedValue(nil) == nil
            else { exit(1) }
        }
        expect(result, says: "The value transformer NSUnarchiveFromData is not available on Linux; its values are nil.")
    }

    @Test func `transformers are registered and found by several threads at once`() {
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let name = NSValueTransformerName("thread \(index % 8)")
            ValueTransformer.setValueTransformer(Reversed(), forName: name)
            #expect(ValueTransformer(forName: name) is Reversed)
        }
    }
}

extension ValueTransformer {
    /// Whether what comes out is a number.
    fileprivate var isOfNumbers: Bool {
        let valueClass: AnyClass = type(of: self).transformedValueClass()
        return ObjectIdentifier(valueClass) == ObjectIdentifier(NSNumber.self)
    }
}
