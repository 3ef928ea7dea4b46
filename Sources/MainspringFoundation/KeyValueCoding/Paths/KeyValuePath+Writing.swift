internal import Foundation

extension KeyValuePath {
    /// Sets what the path leads to.
    func write(_ value: Any?, _ root: AnyObject) throws(KeyValueError) {
        guard let operation = parsed.operation else {
            try Self.write(value, keys[...], in: root)
            return
        }
        throw .malformedPath(
            KeyValueError.excerpt(string),
            reason: "it can only be read, since it has the operator @\(operation.rawValue)")
    }

    /// Sets a value in a holder, by keys of which there is at least one.
    /// - Returns: what has to be stored in place of the holder, if that is a value; nil if the holder itself was
    ///   changed, or nothing.
    @discardableResult
    static func write(
        _ value: Any?, _ keys: ArraySlice<String>, in holder: Any
    ) throws(KeyValueError) -> Any? {
        let key = keys[keys.startIndex]
        let rest = keys.dropFirst()
        if let object = holder as? any KeyValueCoding {
            if rest.isEmpty {
                object.setValue(value, forKey: key)
            } else if let child = flattened(object.value(forKey: key)),
                let changed = try write(value, rest, in: child)
            {
                object.setValue(changed, forKey: key)
            }
            return nil
        }
        if let dictionary = holder as? any KeyValueDictionary {
            if rest.isEmpty { return try dictionary.setting(value, forKey: key) }
            guard let child = try dictionary.keyValue(forKey: key), let changed = try write(value, rest, in: child)
            else {
                return nil
            }
            return try dictionary.setting(changed, forKey: key)
        }
        if let collection = holder as? any KeyValueCollection {
            for element in collection.keyValueElements {
                if try write(value, keys, in: element) != nil {
                    throw .unchangeableElement(KeyValueError.excerpt(key), given: KeyValueError.naming(element))
                }
            }
            return nil
        }
        guard let holder = flattened(holder), !isNull(holder) else { return nil }
        if let structure = holder as? any KeyValueStructure { return try write(value, keys, member: structure) }
        guard let type = type(of: holder) as? AnyClass, let entry = KeyTable.of(type)[key] else {
            throw .undefinedKey(KeyValueError.excerpt(key), owner: KeyValueError.owner(holder))
        }
        let object = objectReference(holder)
        if rest.isEmpty {
            try entry.write(value, object)
        } else if let child = entry.read(object), let changed = try write(value, rest, in: child) {
            try entry.write(changed, object)
        }
        return nil
    }

    /// Sets a member of a structure; returns the changed structure.
    private static func write<Structure: KeyValueStructure>(
        _ value: Any?, _ keys: ArraySlice<String>, member structure: Structure
    ) throws(KeyValueError) -> Any? {
        guard let (member, count) = Structure.keyValueMembers.table.member(keys) else {
            throw .undefinedKey(KeyValueError.excerpt(keys[keys.startIndex]), owner: String(describing: Structure.self))
        }
        let rest = keys.dropFirst(count)
        if rest.isEmpty { return try member.setting(value, in: structure) }
        guard let child = member.value(in: structure), let changed = try write(value, rest, in: child) else {
            return nil
        }
        return try member.setting(changed, in: structure)
    }
}
