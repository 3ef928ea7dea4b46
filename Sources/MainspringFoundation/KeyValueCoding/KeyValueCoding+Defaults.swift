extension KeyValueCoding {
    /// No keys: for classes that declare none, or know theirs at run time only.
    public static var keyTable: KeyTable { .empty }

    /// What the methods of the protocol do unless a class has its own. Ours.
    public var keyValueDefaults: KeyValueDefaults { KeyValueDefaults(self) }

    /// Returns the value of a property, by the class's keys.
    public func value(forKey key: String) -> Any? { keyValueDefaults.value(forKey: key) }

    /// Sets the value of a property, by the class's keys.
    public func setValue(_ value: Any?, forKey key: String) { keyValueDefaults.setValue(value, forKey: key) }

    /// Returns what a path leads to.
    public func value(forKeyPath keyPath: String) -> Any? { keyValueDefaults.value(forKeyPath: keyPath) }

    /// Sets the property that a path leads to.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        keyValueDefaults.setValue(value, forKeyPath: keyPath)
    }

    /// Says that the class does not have the key, and returns `nil`.
    public func value(forUndefinedKey key: String) -> Any? { keyValueDefaults.value(forUndefinedKey: key) }

    /// Says that the class does not have the key.
    public func setValue(_ value: Any?, forUndefinedKey key: String) {
        keyValueDefaults.setValue(value, forUndefinedKey: key)
    }

    /// Says that the property cannot be `nil`.
    public func setNilValueForKey(_ key: String) { keyValueDefaults.setNilValueForKey(key) }

    /// Converts the value to the property's type; throws if that is not possible.
    public func validateValue(_ value: inout Any?, forKey key: String) throws {
        try keyValueDefaults.validateValue(&value, forKey: key)
    }

    /// Asks the last object of the path.
    public func validateValue(_ value: inout Any?, forKeyPath keyPath: String) throws {
        try keyValueDefaults.validateValue(&value, forKeyPath: keyPath)
    }

    /// Returns the values of some properties, with `NSNull` for `nil`.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        keyValueDefaults.dictionaryWithValues(forKeys: keys)
    }

    /// Sets some properties, with `nil` for `NSNull`.
    public func setValuesForKeys(_ keyedValues: [String: Any]) { keyValueDefaults.setValuesForKeys(keyedValues) }
}
