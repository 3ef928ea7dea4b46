internal import Foundation

/// Objects that answer keys themselves.
final class ObjectKind<Object: KeyValueCoding>: ValueKind, @unchecked Sendable {
    override func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (Any?, ArraySlice<String>) {
        // The kind is that of the object's own class.
        let object = unsafeDowncast(objectReference(value), to: Object.self)
        return (object.value(forKey: keys[keys.startIndex]), keys.dropFirst())
    }
}

/// All other objects: by the keys of their class, or as the value that they are bridged to.
final class ForeignObjectKind: ValueKind, @unchecked Sendable {
    override func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (Any?, ArraySlice<String>) {
        let key = keys[keys.startIndex]
        let object = objectReference(value)
        if let entry = KeyTable.of(type(of: object))[key] { return (entry.read(object), keys.dropFirst()) }
        if key != KeyValueDefaults.ownKey {
            if isNull(object) { return (nil, []) }
            if let structure = bridgedValue(of: object) { return try ValueKind.of(structure).step(structure, keys) }
        }
        return try super.step(value, keys)
    }
}

/// Dictionaries.
final class DictionaryKind<Value: KeyValueDictionary>: ValueKind, @unchecked Sendable {
    override func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (Any?, ArraySlice<String>) {
        guard let dictionary = value as? Value else { return try super.step(value, keys) }
        return (try dictionary.keyValue(forKey: keys[keys.startIndex]), keys.dropFirst())
    }
}

/// Arrays and sets, whose elements are asked for all keys at once.
final class CollectionKind<Value: KeyValueCollection>: ValueKind, @unchecked Sendable {
    override func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (Any?, ArraySlice<String>) {
        guard let collection = value as? Value else { return try super.step(value, keys) }
        return (try collection.mapped(keys), [])
    }
}

/// Structures with members, whose names may take several keys.
final class StructureKind: ValueKind, @unchecked Sendable {
    private let table: MemberTable

    init(_ table: MemberTable, number: ((Any) -> Number?)?) {
        self.table = table
        super.init(number: number)
    }

    override func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (Any?, ArraySlice<String>) {
        guard let (member, count) = table.member(keys) else { return try super.step(value, keys) }
        return (member.value(in: value), keys.dropFirst(count))
    }
}

/// Optionals, which are asked for what they wrap.
final class OptionalKind: ValueKind, @unchecked Sendable {
    override var isOptional: Bool { true }

    override func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (Any?, ArraySlice<String>) {
        guard let value = (value as? any OptionalValue)?.wrappedValue else { return (nil, []) }
        return try ValueKind.of(value).step(value, keys)
    }
}
