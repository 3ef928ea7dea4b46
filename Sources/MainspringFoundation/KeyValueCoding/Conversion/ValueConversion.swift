internal import Foundation

/// Turns a loosely typed value into one of a type.
package enum ValueConversion {
    /// Converts once. Whoever converts often to one type keeps ``converter(to:)``.
    package static func convert<Target>(_ value: Any, to type: Target.Type) -> Target? {
        guard let value = flattened(value) else { return (Target.self as? any OptionalValue.Type)?.noValue as? Target }
        return converter(to: type)(value)
    }

    /// What converts values that are not optionals to a type.
    static func converter<Target>(to type: Target.Type) -> (Any) -> Target? {
        if let convertible = Target.self as? any KeyValueConvertible.Type {
            return { value in
                if Swift.type(of: value) == Target.self { return value as? Target }
                return make(convertible, of: value) ?? rawValue(of: value).flatMap { make(convertible, of: $0) }
            }
        }
        if Target.self == NSDecimalNumber.self {
            return { value in
                value as? Target ?? Decimal.fromKeyValue(value).map { NSDecimalNumber(decimal: $0) } as? Target
            }
        }
        if let representable = Target.self as? any RawRepresentable.Type {
            return { value in value as? Target ?? make(representable, of: value) as? Target }
        }
        return { value in value as? Target ?? rawValue(of: value) as? Target }
    }

    /// By way of a type that is the target, which only the caller knows.
    private static func make<Source: KeyValueConvertible, Target>(_ type: Source.Type, of value: Any) -> Target? {
        Source.fromKeyValue(value).flatMap { $0 as? Target }
    }

    private static func make<Target: RawRepresentable>(_ type: Target.Type, of value: Any) -> Target? {
        convert(value, to: Target.RawValue.self).flatMap { Target(rawValue: $0) }
    }

    /// The raw value of a value that has one.
    private static func rawValue(of value: Any) -> Any? {
        func raw(_ value: some RawRepresentable) -> Any { value.rawValue }
        return (value as? any RawRepresentable).map { raw($0) }
    }
}
