/// What `ANYKEY` stands for.
enum AnyKey {
    /// The values that an object has for all its keys.
    static func values(of object: Any?) -> [Any] {
        guard let object = constantForm(object) else { return [] }
        if let dictionary = object as? any KeyValueDictionary { return dictionary.keyValuePairs.map(\.value) }
        guard let type = type(of: object) as? AnyClass else { return [] }
        return KeyTable.of(type).keys.compactMap { NSExpression.follow($0, nil, from: object) }
    }
}
