import Foundation
import Testing

@testable import MainspringFoundation

@Suite struct ConversionTests {
    /// Numbers in every form that a program may pass them in.
    private static let forms: [@Sendable (Double) -> Any] = [
        { NSNumber(value: $0) }, { $0 }, { CGFloat($0) }, { NSDecimalNumber(string: "\($0)") },
        { Decimal(string: "\($0)") ?? 0 },
    ]

    @Test(arguments: [
        0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 65535, 65536, 2_147_483_648, 4_294_967_295, 2e18, -2e18,
    ])
    func `an integer is made of any number that is in its range`(value: Double) {
        for form in Self.forms {
            let given = form(value)
            expect(given, value, as: Int8.self)
            expect(given, value, as: Int16.self)
            expect(given, value, as: Int32.self)
            expect(given, value, as: Int64.self)
            expect(given, value, as: Int.self)
            expect(given, value, as: UInt8.self)
            expect(given, value, as: UInt16.self)
            expect(given, value, as: UInt32.self)
            expect(given, value, as: UInt64.self)
            expect(given, value, as: UInt.self)
        }
    }

    private func expect<Integer: FixedWidthInteger>(_ given: Any, _ value: Double, as type: Integer.Type) {
        // The range is asked of the standard library, which is not what the conversion goes by.
        let isInRange = value >= Double(Integer.min) && value < Double(Integer.max) + (Integer.bitWidth < 64 ? 1 : 0)
        let expected = isInRange ? Integer(value) : nil
        #expect(ValueConversion.convert(given, to: type) == expected, "\(given) (\(Swift.type(of: given))) to \(type)")
    }

    @Test(arguments: [(1.9, 1), (-1.9, -1), (0.5, 0), (-0.5, 0), (255.99, 255)])
    func `a fraction is left away`(value: Double, integer: Int) {
        for form in Self.forms {
            #expect(ValueConversion.convert(form(value), to: Int.self) == integer)
            #expect(ValueConversion.convert(form(value), to: UInt8.self) == UInt8(exactly: integer))
        }
    }

    @Test(arguments: [.nan, .infinity, -.infinity, 1e300, 9_223_372_036_854_775_808 * 2] as [Double])
    func `what is not finite or too large is no integer`(value: Double) {
        for given in [value, NSNumber(value: value), CGFloat(value)] as [Any] {
            #expect(ValueConversion.convert(given, to: Int.self) == nil)
            #expect(ValueConversion.convert(given, to: Int8.self) == nil)
            #expect(ValueConversion.convert(given, to: UInt64.self) == nil)
        }
    }

    @Test func `the greatest integers pass whole`() {
        for given in [UInt64.max, UInt.max, NSNumber(value: UInt64.max), Decimal(UInt64.max)] as [Any] {
            #expect(ValueConversion.convert(given, to: UInt64.self) == .max)
            #expect(ValueConversion.convert(given, to: Int64.self) == nil)
            #expect(ValueConversion.convert(given, to: Double.self) == 18_446_744_073_709_551_616)
            #expect(ValueConversion.convert(given, to: Decimal.self) == Decimal(UInt64.max))
        }
        for given in [Int64.min, NSNumber(value: Int64.min), Decimal(Int64.min)] as [Any] {
            #expect(ValueConversion.convert(given, to: Int64.self) == .min)
            #expect(ValueConversion.convert(given, to: UInt64.self) == nil)
        }
        #expect(ValueConversion.convert(Int64.max, to: Int64.self) == .max)
        #expect(ValueConversion.convert(NSNumber(value: Int64.max), to: Int.self) == .max)
    }

    @Test func `a float keeps what is not finite, but does not become infinite`() throws {
        #expect(ValueConversion.convert(Double.infinity, to: Float.self) == .infinity)
        #expect(ValueConversion.convert(-CGFloat.infinity, to: Double.self) == -.infinity)
        #expect(try #require(ValueConversion.convert(Double.nan, to: CGFloat.self)).isNaN)
        #expect(ValueConversion.convert(1e300, to: Float.self) == nil)
        #expect(ValueConversion.convert(0.1, to: Float.self) == 0.1)
        #expect(ValueConversion.convert(Float(0.5), to: CGFloat.self) == 0.5)
        #expect(ValueConversion.convert(7, to: CGFloat.self) == 7)
    }

    @Test(arguments: [(0.0, false), (1, true), (-1, true), (0.25, true), (300, true)])
    func `a Bool is whether a number is not 0`(value: Double, expected: Bool) {
        for form in Self.forms { #expect(ValueConversion.convert(form(value), to: Bool.self) == expected) }
        #expect(ValueConversion.convert(Double.nan, to: Bool.self) == nil)
    }

    @Test(arguments: [true, false]) func `a Bool is a number, 1 or 0`(value: Bool) {
        for given in [value, NSNumber(value: value)] as [Any] {
            #expect(ValueConversion.convert(given, to: Bool.self) == value)
            #expect(ValueConversion.convert(given, to: Int.self) == (value ? 1 : 0))
            #expect(ValueConversion.convert(given, to: UInt8.self) == (value ? 1 : 0))
            #expect(ValueConversion.convert(given, to: CGFloat.self) == (value ? 1 : 0))
            #expect(ValueConversion.convert(given, to: Decimal.self) == (value ? 1 : 0))
        }
    }

    @Test(arguments: ["0.1", "1.25", "-3", "123456789.125", "0"])
    func `a decimal number is exact`(text: String) throws {
        let decimal = try #require(Decimal(string: text))
        for given in [decimal, NSDecimalNumber(decimal: decimal)] as [Any] {
            #expect(ValueConversion.convert(given, to: Decimal.self) == decimal)
            #expect(ValueConversion.convert(given, to: NSDecimalNumber.self) == NSDecimalNumber(decimal: decimal))
            #expect(ValueConversion.convert(given, to: Double.self) == Double(text))
        }
        #expect(ValueConversion.convert(try #require(Double(text)), to: Decimal.self) == decimal)
        #expect(ValueConversion.convert(Decimal.nan, to: Double.self)?.isNaN == true)
        #expect(ValueConversion.convert(Decimal.nan, to: Int.self) == nil)
        #expect(ValueConversion.convert(Double.infinity, to: Decimal.self) == nil)
    }

    @Test func `numbers become NSNumbers`() {
        #expect(ValueConversion.convert(5, to: NSNumber.self) == 5)
        #expect(ValueConversion.convert(CGFloat(5), to: NSNumber.self) == 5)
        #expect(ValueConversion.convert(true, to: NSNumber.self) == true)
        #expect(ValueConversion.convert(Decimal(5), to: NSNumber.self) == 5)
        #expect(ValueConversion.convert(5, to: NSDecimalNumber.self) == 5)
        #expect(ValueConversion.convert("5", to: NSNumber.self) == nil)
    }

    @Test func `values and their classes are converted to each other`() throws {
        let url = try #require(URL(string: "http://a"))
        let object = try #require(NSURL(string: "http://a"))
        let date = Date(timeIntervalSinceReferenceDate: 1)
        let uuid = UUID()
        #expect(ValueConversion.convert(NSString(string: "a"), to: String.self) == "a")
        #expect(ValueConversion.convert("a", to: NSString.self) == "a")
        #expect(ValueConversion.convert(NSDate(timeIntervalSinceReferenceDate: 1), to: Date.self) == date)
        #expect(ValueConversion.convert(date, to: NSDate.self)?.timeIntervalSinceReferenceDate == 1)
        #expect(ValueConversion.convert(NSData(data: Data([1])), to: Data.self) == Data([1]))
        #expect(ValueConversion.convert(Data([1]), to: NSData.self)?.length == 1)
        #expect(ValueConversion.convert(url as Any, to: NSURL.self)?.absoluteString == "http://a")
        #expect(ValueConversion.convert(object, to: URL.self) == url)
        #expect(ValueConversion.convert(uuid, to: NSUUID.self)?.uuidString == uuid.uuidString)
        #expect(ValueConversion.convert(CGPoint(x: 1, y: 2), to: NSValue.self)?.pointValue == CGPoint(x: 1, y: 2))
        #expect(ValueConversion.convert(NSValue(size: .zero), to: CGSize.self) == .zero)
        #expect(ValueConversion.convert(NSValue(size: .zero), to: CGRect.self) == nil)
    }

    @Test func `collections convert what they hold, or nothing`() {
        #expect(ValueConversion.convert([1, 2.9, NSNumber(value: 3)] as [Any], to: [Int].self) == [1, 2, 3])
        #expect(ValueConversion.convert(NSArray(array: [1, 2]), to: [CGFloat].self) == [1, 2])
        #expect(ValueConversion.convert([1, "a"] as [Any], to: [Int].self) == nil)
        #expect(ValueConversion.convert([1, 1, 2], to: Set<Double>.self) == [1, 2])
        #expect(ValueConversion.convert(NSSet(array: ["a"]), to: Set<String>.self) == ["a"])
        #expect(ValueConversion.convert(NSOrderedSet(array: [2, 1]), to: [Int].self) == [2, 1])
        #expect(ValueConversion.convert(["a": 1.5], to: [String: Int].self) == ["a": 1])
        #expect(ValueConversion.convert(NSDictionary(dictionary: ["a": 1]), to: [String: Int].self) == ["a": 1])
        #expect(ValueConversion.convert([1: 1, 1.5: 2] as [Double: Int], to: [Int: Int].self)?.count == 1)
        #expect(ValueConversion.convert(["a": "b"], to: [String: Int].self) == nil)
        #expect(ValueConversion.convert([1, 2], to: NSArray.self)?.count == 2)
        #expect(ValueConversion.convert([1, nil] as [Int?], to: [Int?].self) == [1, nil])
        #expect(ValueConversion.convert(5, to: [Int].self) == nil)
    }

    @Test func `optionals are wrapped and unwrapped`() {
        #expect(ValueConversion.convert(5.0, to: Int?.self) == 5)
        #expect(ValueConversion.convert(Optional(5.0) as Any, to: Int.self) == 5)
        #expect(ValueConversion.convert(Optional(Optional(5)) as Any, to: Int??.self) == 5)
        #expect(ValueConversion.convert(Int?.none as Any, to: Int.self) == nil)
        #expect(ValueConversion.convert(Int?.none as Any, to: String?.self) == .some(nil))
        #expect(ValueConversion.convert("a", to: Int?.self) == nil)
    }

    private enum Name: String { case first, second }
    private struct Options: OptionSet { var rawValue: UInt8 }
    private struct Celsius: KeyValueConvertible, Equatable {
        var degrees: Double
        static func fromKeyValue(_ value: Any) -> Celsius? {
            Double.fromKeyValue(value).map { Celsius(degrees: $0) }
        }
    }

    @Test func `raw values and their types are converted to each other`() {
        #expect(ValueConversion.convert("second", to: Name.self) == .second)
        #expect(ValueConversion.convert(NSString(string: "first"), to: Name.self) == .first)
        #expect(ValueConversion.convert("third", to: Name.self) == nil)
        #expect(ValueConversion.convert(Name.second, to: String.self) == "second")
        #expect(ValueConversion.convert(Name.second, to: Name?.self) == .second)
        #expect(ValueConversion.convert(3.0, to: Options.self) == Options(rawValue: 3))
        #expect(ValueConversion.convert(Options(rawValue: 3), to: Int.self) == 3)
        #expect(ValueConversion.convert(256, to: Options.self) == nil)
        #expect(ValueConversion.convert(NSNull(), to: Name.self) == nil)
    }

    @Test func `a type of one's own takes what it says`() {
        #expect(ValueConversion.convert(NSNumber(value: 3), to: Celsius.self) == Celsius(degrees: 3))
        #expect(ValueConversion.convert(Celsius(degrees: 4), to: Celsius.self) == Celsius(degrees: 4))
        #expect(ValueConversion.convert([1, 2], to: [Celsius].self)?.last == Celsius(degrees: 2))
        #expect(ValueConversion.convert("cold", to: Celsius?.self) == nil)
    }

    @Test func `an object is passed if it is of the class`() {
        let employee = Employee("Ada")
        #expect(ValueConversion.convert(employee, to: Person.self) === employee)
        #expect(ValueConversion.convert(Person("Bob"), to: Employee.self) == nil)
        #expect(ValueConversion.convert(employee, to: (any KeyValueCoding).self) === employee)
        #expect(ValueConversion.convert(5, to: Any.self) as? Int == 5)
    }
}
