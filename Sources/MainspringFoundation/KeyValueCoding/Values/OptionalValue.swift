/// What all optionals have in common, whatever they wrap.
protocol OptionalValue {
    /// What is wrapped, without further optionals; nil if nothing is.
    var wrappedValue: Any? { get }
    /// The type that is wrapped.
    static var wrappedType: Any.Type { get }
    /// An optional of the type that wraps nothing.
    static var noValue: Self { get }
    /// What reads an optional of the type, made to return what is wrapped; nil if the reader is of another type.
    static func unwrapping<Value>(_ read: @escaping (AnyObject) -> Value) -> ((AnyObject) -> Any?)?
}

extension Optional: OptionalValue {
    var wrappedValue: Any? { flatMap { flattened($0) } }
    static var wrappedType: Any.Type { Wrapped.self }
    static var noValue: Self { nil }

    static func unwrapping<Value>(_ read: @escaping (AnyObject) -> Value) -> ((AnyObject) -> Any?)? {
        guard let read = read as? (AnyObject) -> Wrapped? else { return nil }
        let mayWrapMore = Wrapped.self is any OptionalValue.Type || Wrapped.self == Any.self
        return mayWrapMore ? { flattened(read($0)) } : { read($0) }
    }
}

/// A value that is not an optional inside `Any`; nil if it is one that wraps nothing.
package func flattened(_ value: Any?) -> Any? {
    guard let value else { return nil }
    guard ValueKind.of(value).isOptional, let optional = value as? any OptionalValue else { return value }
    return optional.wrappedValue
}
