internal import Foundation

/// What an object's key-value coding does by default: the methods of ``KeyValueCoding``, going by the keys of the
/// object's class.
///
/// For classes that declare one of those methods themselves and want the default for the rest. Ours: it is what `super`
/// is to a subclass of Apple's `NSObject`. Each method calls the object's own methods for all that it does not do
/// itself.
public struct KeyValueDefaults {
    private let object: any KeyValueCoding

    init(_ object: any KeyValueCoding) { self.object = object }

    /// Returns the value of a property of the class's keys; `self` gives the object.
    public func value(forKey key: String) -> Any? {
        if let entry = KeyTable.of(type(of: object))[key] { return entry.read(object) }
        if key == Self.ownKey { return object }
        return object.value(forUndefinedKey: key)
    }

    /// Sets a property of the class's keys.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let entry = KeyTable.of(type(of: object))[key] else {
            return object.setValue(value, forUndefinedKey: key)
        }
        do {
            try entry.write(value, object)
        } catch .nilValue {
            object.setNilValueForKey(key)
        } catch {
            KeyValueError.report(error)
        }
    }

    /// Returns what a path leads to.
    public func value(forKeyPath keyPath: String) -> Any? {
        do {
            return try KeyValuePath(keyPath).read(object)
        } catch {
            KeyValueError.report(error, at: (keyPath, of: object))
            return nil
        }
    }

    /// Sets the property that a path leads to.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        do {
            try KeyValuePath(keyPath).write(value, object)
        } catch {
            KeyValueError.report(error, at: (keyPath, of: object))
        }
    }

    /// Says that the class does not have the key, and returns `nil`.
    public func value(forUndefinedKey key: String) -> Any? {
        KeyValueError.report(.undefinedKey(key, owner: KeyValueError.owner(object)))
        return nil
    }

    /// Says that the class does not have the key.
    public func setValue(_ value: Any?, forUndefinedKey key: String) {
        KeyValueError.report(.undefinedKey(key, owner: KeyValueError.owner(object)))
    }

    /// Says that the property cannot be `nil`.
    public func setNilValueForKey(_ key: String) {
        let expected = KeyTable.of(type(of: object))[key].map { String(describing: $0.valueType) }
        KeyValueError.report(
            .nilValue(key, owner: KeyValueError.owner(object), expected: expected ?? "a value"))
    }

    /// Converts a value to the property's type; throws if that is not possible.
    public func validateValue(_ value: inout Any?, forKey key: String) throws {
        guard let entry = KeyTable.of(type(of: object))[key] else { return }
        value = try entry.converted(value, for: object)
    }

    /// Asks the last object of the path.
    public func validateValue(_ value: inout Any?, forKeyPath keyPath: String) throws {
        let path = try KeyValuePath(keyPath)
        guard let (holder, key) = try path.holder(object) else { return }
        try holder.validateValue(&value, forKey: key)
    }

    /// Returns the values of some properties, with `NSNull` for `nil`.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, object.value(forKey: $0) ?? NullValue.shared) }) { first, _ in first }
    }

    /// Sets some properties, with `nil` for `NSNull`.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues {
            object.setValue(isNull(value) ? nil : value, forKey: key)
        }
    }

    /// The key of the object itself.
    static let ownKey = "self"
}
