internal import Foundation

/// What makes a value one with another: numbers by their value, whatever their type; objects of Foundation by the value
/// that they are bridged to; objects that are not hashable by identity.
package enum DistinctValue: Hashable {
    case integer(Int64)
    case floating(Double)
    case notANumber
    case null
    case value(AnyHashable)
    case object(ObjectIdentifier)

    /// Nil for a value that is neither hashable nor an object.
    package init?(_ value: Any) {
        if let number = Number(value) {
            self.init(number)
        } else if isNull(value) {
            self = .null
        } else if type(of: value) is AnyClass {
            let object = objectReference(value)
            if let value = bridgedValue(of: object) as? any Hashable ?? value as? any Hashable {
                self = .value(AnyHashable(value))
            } else {
                self = .object(ObjectIdentifier(object))
            }
        } else if let value = value as? any Hashable {
            self = .value(AnyHashable(value))
        } else {
            return nil
        }
    }

    private init(_ number: Number) {
        let double = number.double
        switch number {
        case .signed(let value): self = .integer(value)
        case .unsigned(let value): self = .value(AnyHashable(value))
        case _ where double.isNaN: self = .notANumber
        case .floating: self = Int64(exactly: double).map { .integer($0) } ?? Self.large(double)
        case .decimal(let decimal):
            if let integer = number.integer(Int64.self), Decimal(integer) == decimal {
                self = .integer(integer)
            } else if Number.floating(double).decimal == decimal {
                self = .floating(double)
            } else {
                self = .value(AnyHashable(decimal))
            }
        }
    }

    private static func large(_ double: Double) -> DistinctValue {
        UInt64(exactly: double).map { .value(AnyHashable($0)) } ?? .floating(double)
    }

    /// Each value once, in the order of its first.
    static func distinct(_ values: [Any]) throws(KeyValueError) -> [Any] {
        var known: Set<DistinctValue> = []
        var result: [Any] = []
        for value in values {
            guard let distinct = DistinctValue(value) else { throw .notHashable("\(type(of: value))") }
            if known.insert(distinct).inserted { result.append(value) }
        }
        return result
    }

    /// The set of the values, without nil.
    static func set(_ values: [Any?]) throws(KeyValueError) -> Set<AnyHashable> {
        var result: Set<AnyHashable> = []
        for value in try distinct(values.compactMap { flattened($0) }) {
            guard let element = hashable(value) else { throw .notHashable("\(type(of: value))") }
            result.insert(AnyHashable(element))
        }
        return result
    }

    /// A value as it can stand in a set: on Linux to hash an `NSDecimalNumber` takes the stack.
    private static func hashable(_ value: Any) -> (any Hashable)? {
        if isNull(value) { return NullValue.shared }
        if let number = value as? NSDecimalNumber { return number.decimalValue }
        return value as? any Hashable
    }
}
