internal import Foundation

/// The keys that a dictionary has besides its entries: they begin with a sign, so that no entry is hidden.
enum DictionaryKey: String {
    case count = "@count"
    case allKeys = "@allKeys"
    case allValues = "@allValues"

    static func isOne(_ key: String) -> Bool { DictionaryKey(rawValue: key) != nil }
}

/// Dictionaries whose entries are reached by key.
protocol KeyValueDictionary {
    var keyValueCount: Int { get }
    /// All entries, in no particular order.
    var keyValuePairs: [(key: Any, value: Any)] { get }
    /// The value of an entry.
    func keyValueEntry(_ key: String) -> Any?
    /// Sets an entry, or removes it for nil; returns what has to be stored in place of the dictionary, if that is a
    /// value.
    func setting(_ value: Any?, forKey key: String) throws(KeyValueError) -> Any?
}

extension KeyValueDictionary {
    /// The value of an entry, or what the dictionary itself says for a key that begins with a sign.
    func keyValue(forKey key: String) throws(KeyValueError) -> Any? {
        guard key.hasPrefix("@") else { return flattened(keyValueEntry(key)) }
        switch DictionaryKey(rawValue: key) {
        case .count: return NSNumber(value: keyValueCount)
        case .allKeys: return keyValuePairs.map(\.key)
        case .allValues: return keyValuePairs.map(\.value)
        case nil: throw .undefinedKey(KeyValueError.excerpt(key), owner: "\(type(of: self))")
        }
    }
}

extension Dictionary: KeyValueDictionary {
    var keyValueCount: Int { count }
    var keyValuePairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }

    func keyValueEntry(_ key: String) -> Any? { ((key as Any) as? Key).flatMap { self[$0] } }

    func setting(_ value: Any?, forKey key: String) throws(KeyValueError) -> Any? {
        let owner = "\(type(of: self))"
        guard let ownKey = (key as Any) as? Key else { throw .undefinedKey(KeyValueError.excerpt(key), owner: owner) }
        var copy = self
        guard let value = flattened(value) else {
            copy[ownKey] = nil
            return copy
        }
        guard let converted = ValueConversion.convert(value, to: Value.self) else {
            throw .wrongValue(
                KeyValueError.excerpt(key), owner: owner, expected: "\(Value.self)", given: KeyValueError.naming(value))
        }
        copy[ownKey] = converted
        return copy
    }
}

extension NSDictionary: KeyValueDictionary {
    var keyValueCount: Int { count }
    var keyValuePairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }

    func keyValueEntry(_ key: String) -> Any? { object(forKey: NSString(string: key)) }

    func setting(_ value: Any?, forKey key: String) throws(KeyValueError) -> Any? {
        guard let dictionary = self as? NSMutableDictionary else {
            throw .readOnlyKey(KeyValueError.excerpt(key), owner: "\(type(of: self))")
        }
        if let value = flattened(value) {
            dictionary.setObject(value, forKey: NSString(string: key))
        } else {
            dictionary.removeObject(forKey: NSString(string: key))
        }
        return nil
    }
}
