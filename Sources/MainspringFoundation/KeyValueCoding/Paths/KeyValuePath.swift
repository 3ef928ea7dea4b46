/// A key path, parsed: keys with dots between them, and perhaps an operator on a collection with a path to its right.
///
/// Ours: where Apple passes strings, this passes what a string was found to mean, and throws instead of reporting.
/// Making one from a string that was seen before costs a look-up without a lock; up to 4,096 paths are remembered.
///
/// **How a path is followed.** Each key is asked of what the keys before it led to:
/// - an object that is ``KeyValueCoding``, by its `value(forKey:)`; any other by the keys registered for its class;
/// - a dictionary, Swift's or `NSDictionary`: the entry; and `@count`, `@allKeys`, `@allValues`;
/// - an array or a set: asks every element, for an array of the results with `NSNull` for `nil`, a `Set<AnyHashable>`
///   without `nil`, or of an `NSOrderedSet` an `NSOrderedSet` without `nil`;
/// - a structure: its member, see ``KeyValueStructure``; a text, date, `URL`, `Data` or number: what the class of
///   Foundation has;
/// - `NSNull`: `nil`. And anything but a dictionary is its own `self`.
///
/// **Operators** work on the collection to their left, with the path to their right asked of each element: `@count`,
/// which needs none; `@sum` and `@avg`, with 0 for `nil`; `@min` and `@max`, without `nil`; `@unionOfObjects`,
/// `@distinctUnionOfObjects`; and on collections of collections `@unionOfArrays`, `@distinctUnionOfArrays`,
/// `@unionOfSets`, `@distinctUnionOfSets`. See ``NSKeyValueOperator`` for what they give. (Key-Value Coding Programming
/// Guide, "Using Collection Operators")
public struct KeyValuePath: Sendable {
    let parsed: ParsedPath

    /// Parses a path.
    /// - Throws: ``KeyValueError/malformedPath(_:reason:)`` if a component is empty, an operator is unknown or lacks a
    ///   path, or there are more than 256 components.
    public init(_ string: String) throws(KeyValueError) { parsed = try ParsedPath.remembered(string) }

    /// The path as it was written.
    public var string: String { parsed.string }

    /// The keys up to the operator, or to the end.
    public var keys: [String] { parsed.keys }

    /// The operator that follows the keys, if there is one.
    public var keyValueOperator: NSKeyValueOperator? {
        parsed.operation.map { NSKeyValueOperator(rawValue: $0.rawValue) }
    }

    /// The path to the operator's right, if there is one.
    public var operand: KeyValuePath? { parsed.operand.map(KeyValuePath.init(parsed:)) }

    init(parsed: ParsedPath) { self.parsed = parsed }
}

extension KeyValuePath: Hashable, CustomStringConvertible {
    /// Whether two paths are written alike.
    public static func == (left: KeyValuePath, right: KeyValuePath) -> Bool {
        left.parsed === right.parsed || left.string == right.string
    }

    /// Hashes the path as it was written.
    public func hash(into hasher: inout Hasher) { hasher.combine(string) }

    /// The path as it was written.
    public var description: String { string }
}
