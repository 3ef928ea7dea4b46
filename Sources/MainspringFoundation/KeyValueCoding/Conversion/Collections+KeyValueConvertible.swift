extension Optional: KeyValueConvertible {
    /// Wraps a value that can be converted to the wrapped type.
    public static func fromKeyValue(_ value: Any) -> Wrapped?? {
        guard let wrapped = ValueConversion.converter(to: Wrapped.self)(value) else { return nil }
        return .some(.some(wrapped))
    }
}

extension Array: KeyValueConvertible {
    /// Makes an array of an array or an ordered set all of whose elements can be converted; of a set, in no particular
    /// order.
    public static func fromKeyValue(_ value: Any) -> [Element]? {
        if let array = value as? [Element] { return array }
        guard let collection = value as? any KeyValueCollection else { return nil }
        return convertAll(collection.keyValueElements, to: Element.self)
    }
}

extension Set: KeyValueConvertible {
    /// Makes a set of a set, an array or an ordered set all of whose elements can be converted.
    public static func fromKeyValue(_ value: Any) -> Set<Element>? {
        if subclassedSet(value) == nil, let set = value as? Set<Element> { return set }
        guard let collection = value as? any KeyValueCollection else { return nil }
        return convertAll(collection.keyValueElements, to: Element.self).map { Set($0) }
    }
}

extension Dictionary: KeyValueConvertible {
    /// Makes a dictionary of one all of whose keys and values can be converted.
    public static func fromKeyValue(_ value: Any) -> [Key: Value]? {
        if let dictionary = value as? [Key: Value] { return dictionary }
        guard let dictionary = value as? any KeyValueDictionary else { return nil }
        let pairs = dictionary.keyValuePairs
        guard let keys = convertAll(pairs.map(\.key), to: Key.self),
            let values = convertAll(pairs.map(\.value), to: Value.self)
        else { return nil }
        // Two keys may be converted to the same one, such as 1 and 1.5 to an integer.
        return [Key: Value](zip(keys, values)) { first, _ in first }
    }
}

/// All values converted; nil if one cannot be.
private func convertAll<Target>(_ values: [Any], to type: Target.Type) -> [Target]? {
    let convert = ValueConversion.converter(to: type)
    var result: [Target] = []
    result.reserveCapacity(values.count)
    for value in values {
        guard let converted = convert(value) else { return nil }
        result.append(converted)
    }
    return result
}
