internal import Foundation

/// What a property without a value reads as where its type in Swift has no nil, as Apple's bridging of Objective-C's nil
/// makes it: nothing of the kind.
enum ValueForNil {
    /// The value of a type; nil for types that have none, as for all classes.
    static func value<Value>(of type: Value.Type) -> Value? {
        if let emptyable = type as? any EmptyValue.Type { return emptyable.emptyValue as? Value }
        if let enumeration = type as? any RawRepresentable.Type { return enumerated(enumeration) as? Value }
        return nil
    }

    private static func enumerated<Value: RawRepresentable>(_ type: Value.Type) -> Value? {
        value(of: Value.RawValue.self).flatMap { Value(rawValue: $0) }
    }
}

/// A type with a value that is nothing.
private protocol EmptyValue {
    static var emptyValue: Self { get }
}

extension EmptyValue where Self: ExpressibleByIntegerLiteral {
    static var emptyValue: Self { 0 }
}

extension Int: EmptyValue {}
extension Int8: EmptyValue {}
extension Int16: EmptyValue {}
extension Int32: EmptyValue {}
extension Int64: EmptyValue {}
extension UInt: EmptyValue {}
extension UInt8: EmptyValue {}
extension UInt16: EmptyValue {}
extension UInt32: EmptyValue {}
extension UInt64: EmptyValue {}
extension Float: EmptyValue {}
extension Double: EmptyValue {}
extension CGFloat: EmptyValue {}
extension Decimal: EmptyValue {}

extension Bool: EmptyValue {
    static var emptyValue: Bool { false }
}

extension String: EmptyValue {
    static var emptyValue: String { "" }
}

extension Data: EmptyValue {
    static var emptyValue: Data { Data() }
}

extension Array: EmptyValue {
    static var emptyValue: [Element] { [] }
}

extension Set: EmptyValue {
    static var emptyValue: Set<Element> { [] }
}

extension Dictionary: EmptyValue {
    static var emptyValue: [Key: Value] { [:] }
}
