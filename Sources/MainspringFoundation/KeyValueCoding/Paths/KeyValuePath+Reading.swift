internal import Foundation

extension KeyValuePath {
    /// Follows the path.
    func read(_ root: Any) throws(KeyValueError) -> Any? { try parsed.read(root) }

    /// The object that is asked for the last key, and that key; nil if something on the way is nil, or it is no object of ours.
    func holder(_ root: Any) throws(KeyValueError) -> (any KeyValueCoding, String)? {
        guard parsed.operation == nil, let last = keys.last,
            let holder = try ParsedPath.read(root, keys.dropLast()) as? any KeyValueCoding
        else { return nil }
        return (holder, last)
    }
}

extension ParsedPath {
    func read(_ root: Any) throws(KeyValueError) -> Any? {
        let value = try Self.read(root, keys[...])
        guard let operation, let value, !(value is NSNull) else { return operation == nil ? value : nil }
        return try operation.apply(to: value, operand)
    }

    /// Asks a value for keys one after the other.
    static func read(_ root: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> Any? {
        var value = root
        var rest = keys
        while let key = rest.first {
            let next: Any?
            if let object = value as? any KeyValueCoding {
                next = object.value(forKey: key)
                rest.removeFirst()
            } else {
                (next, rest) = try step(value, rest)
            }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// Asks what is not key-value coding for the first of some keys, or for several at once; returns the keys that are left.
    private static func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (
        Any?, ArraySlice<String>
    ) {
        let key = keys[keys.startIndex]
        if let dictionary = value as? any KeyValueDictionary {
            return (try dictionary.keyValue(forKey: key), keys.dropFirst())
        }
        if let collection = value as? any KeyValueCollection {
            return (try collection.mapped(keys), [])
        }
        guard let value = flattened(value) else { return (nil, []) }
        if key == KeyValueDefaults.ownKey { return (value, keys.dropFirst()) }
        if value is NSNull { return (nil, []) }
        if let structure = value as? any KeyValueStructure {
            if let found = member(of: structure, keys) { return found }
        } else if let type = type(of: value) as? AnyClass {
            let object = value as AnyObject
            if let entry = KeyTable.of(type)[key] { return (entry.read(object), keys.dropFirst()) }
            if let structure = bridgedValue(of: object), let found = member(of: structure, keys) { return found }
        } else if let number = value as? NSNumber, let entry = KeyTable.of(NSNumber.self)[key] {
            return (entry.read(number), keys.dropFirst())
        }
        throw .undefinedKey(KeyValueError.excerpt(key), owner: String(describing: type(of: value)))
    }

    private static func member<Structure: KeyValueStructure>(
        of structure: Structure, _ keys: ArraySlice<String>
    ) -> (Any?, ArraySlice<String>)? {
        Structure.keyValueMembers.member(keys).map { ($0.member.value(in: structure), keys.dropFirst($0.count)) }
    }
}
