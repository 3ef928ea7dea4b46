internal import Foundation

/// What key-value coding does with the values of one dynamic type.
///
/// Whether a type conforms to a protocol is a slow question at run time, some ten times as slow as the look-up of the
/// answer; so it is asked once for each type.
class ValueKind: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and so are those of the subclasses.

    /// The number that a value is; nil if the type's values are none.
    let number: ((Any) -> Number?)?

    init(number: ((Any) -> Number?)? = nil) { self.number = number }

    /// Whether the values are optionals.
    var isOptional: Bool { false }

    /// Asks a value for the first of some keys, of which there is at least one, or for several at once.
    /// - Returns: what they lead to, and the keys that are left.
    func step(_ value: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> (Any?, ArraySlice<String>) {
        let key = keys[keys.startIndex]
        if key == KeyValueDefaults.ownKey { return (value, keys.dropFirst()) }
        if number != nil, let number = value as? NSNumber, let entry = KeyTable.of(NSNumber.self)[key] {
            return (entry.read(number), keys.dropFirst())
        }
        throw .undefinedKey(KeyValueError.excerpt(key), owner: KeyValueError.owner(value))
    }
}

extension ValueKind {
    private static let known = GrowOnlyTable<ObjectIdentifier, ValueKind>(chainBits: 10)

    /// The kind of a value's dynamic type.
    static func of(_ value: Any) -> ValueKind {
        let type = type(of: value)
        let identity = ObjectIdentifier(type)
        if let kind = known.value(for: identity, hash: identity.chain) { return kind }
        let kind = make(type)
        return known.insert(kind, for: identity, hash: identity.chain) ?? kind
    }

    private static func make(_ type: Any.Type) -> ValueKind {
        let number = (type as? any NumericValue.Type).map { reader(of: $0) }
        if let type = type as? any KeyValueCoding.Type { return objects(type) }
        if let type = type as? any KeyValueDictionary.Type { return dictionaries(type) }
        if let type = type as? any KeyValueCollection.Type { return collections(type) }
        if type is any OptionalValue.Type { return OptionalKind() }
        if let type = type as? any KeyValueStructure.Type { return StructureKind(members(of: type), number: number) }
        return type is AnyClass ? ForeignObjectKind(number: number) : ValueKind(number: number)
    }

    private static func reader<Value: NumericValue>(of type: Value.Type) -> (Any) -> Number? {
        { ($0 as? Value)?.number }
    }

    private static func objects<Object: KeyValueCoding>(_ type: Object.Type) -> ValueKind { ObjectKind<Object>() }

    private static func dictionaries<Value: KeyValueDictionary>(_ type: Value.Type) -> ValueKind {
        DictionaryKind<Value>()
    }

    private static func collections<Value: KeyValueCollection>(_ type: Value.Type) -> ValueKind {
        CollectionKind<Value>()
    }

    private static func members<Value: KeyValueStructure>(of type: Value.Type) -> MemberTable {
        Value.keyValueMembers.table
    }
}

extension ObjectIdentifier {
    /// A hash for ``GrowOnlyTable``: the descriptions of types are aligned, and lie close together.
    var chain: Int {
        let address = UInt(bitPattern: self)
        return Int(truncatingIfNeeded: (address >> 4) ^ (address >> 13))
    }
}
