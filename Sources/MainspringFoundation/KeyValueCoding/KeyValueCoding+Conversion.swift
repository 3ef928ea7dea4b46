extension KeyValueCoding {
    /// Returns the value of a property converted to a type; `nil` if it has none, or one that cannot be converted.
    ///
    /// Ours. Numbers of all types are converted to each other, as `NSNumber` does, but never out of range: see
    /// ``KeyValueConvertible``.
    public func value<Value>(forKey key: String, as type: Value.Type) -> Value? {
        value(forKey: key).flatMap { ValueConversion.convert($0, to: type) }
    }

    /// Returns what a path leads to converted to a type; `nil` if there is nothing, or something that cannot be
    /// converted.
    ///
    /// Ours.
    public func value<Value>(forKeyPath keyPath: String, as type: Value.Type) -> Value? {
        value(forKeyPath: keyPath).flatMap { ValueConversion.convert($0, to: type) }
    }
}
