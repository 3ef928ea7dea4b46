/// What all optionals have in common, whatever they wrap.
protocol OptionalValue {
    /// What is wrapped, without further optionals; nil if nothing is.
    var wrappedValue: Any? { get }
    /// An optional of the type that wraps nothing.
    static var noValue: Self { get }
}

extension Optional: OptionalValue {
    var wrappedValue: Any? { flatMap { flattened($0) } }
    static var noValue: Self { nil }
}

/// A value that is not an optional inside `Any`; nil if it is one that wraps nothing.
func flattened(_ value: Any?) -> Any? {
    guard let value else { return nil }
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrappedValue
}
