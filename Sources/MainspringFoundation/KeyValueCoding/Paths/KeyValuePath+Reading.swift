internal import Foundation

extension KeyValuePath {
    /// Follows the path.
    func read(_ root: Any) throws(KeyValueError) -> Any? { try parsed.read(root) }

    /// The object that is asked for the last key, and that key; nil if something on the way is nil, or it is no object
    /// of ours.
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
        guard let operation, let value, !isNull(value) else { return operation == nil ? value : nil }
        return try operation.apply(to: value, operand)
    }

    /// Asks a value for keys one after the other.
    static func read(_ root: Any, _ keys: ArraySlice<String>) throws(KeyValueError) -> Any? {
        var value = root
        var rest = keys
        while !rest.isEmpty {
            let next: Any?
            (next, rest) = try ValueKind.of(value).step(value, rest)
            guard let next else { return nil }
            value = next
        }
        return value
    }
}
