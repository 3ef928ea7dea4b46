/// What the string of a key path means. Constant, and shared by all who use the same string.
final class ParsedPath: Sendable {
    let string: String
    /// The keys up to the operator, or to the end.
    let keys: [String]
    let operation: CollectionOperator?
    /// The path to the right of the operator.
    let operand: ParsedPath?

    /// A path of more components is refused: operators nest, and a string from outside must not fill the stack.
    static let mostComponents = 256
    /// So many paths are remembered. Strings may come from outside, and what is remembered is never forgotten.
    private static let mostRemembered = 4096
    private static let remembered = GrowOnlyTable<String, ParsedPath>(chainBits: 10)

    private init(_ string: String, _ components: ArraySlice<Substring>) throws(KeyValueError) {
        self.string = string
        let index = components.firstIndex { CollectionOperator($0) != nil } ?? components.endIndex
        keys = components[..<index].map(String.init)
        if let unknown = keys.first(where: { $0.hasPrefix("@") && !DictionaryKey.isOne($0) }) {
            throw .malformedPath(
                KeyValueError.excerpt(string), reason: "there is no operator \(KeyValueError.excerpt(unknown))")
        }
        guard index < components.endIndex else {
            operation = nil
            operand = nil
            return
        }
        operation = CollectionOperator(components[index])
        let right = components[(index + 1)...]
        if operation == .count {
            // Apple ignores what stands to the right.
            operand = nil
        } else if right.isEmpty {
            throw .malformedPath(
                KeyValueError.excerpt(string),
                reason: "the operator \(components[index]) needs a path to its right, or self")
        } else {
            operand = try ParsedPath(right.joined(separator: "."), right)
        }
    }

    /// The meaning of a string, parsed unless it is known.
    static func remembered(_ string: String) throws(KeyValueError) -> ParsedPath {
        let hash = string.hashValue
        if let known = remembered.value(for: string, hash: hash) { return known }
        let parsed = try parse(string)
        return remembered.insert(parsed, for: string, hash: hash, limit: mostRemembered) ?? parsed
    }

    private static func parse(_ string: String) throws(KeyValueError) -> ParsedPath {
        let components = string.split(separator: ".", maxSplits: mostComponents, omittingEmptySubsequences: false)
        let reason: String? =
            if string.isEmpty {
                "it is empty"
            } else if components.count > mostComponents {
                "it has more than \(mostComponents) components"
            } else if components.contains(where: \.isEmpty) {
                "a component is empty"
            } else {
                nil
            }
        if let reason { throw .malformedPath(KeyValueError.excerpt(string), reason: reason) }
        return try ParsedPath(string, components[...])
    }
}
