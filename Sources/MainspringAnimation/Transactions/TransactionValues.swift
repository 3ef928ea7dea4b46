/// What a thread's transactions say of keys that the library does not know: for each key what the innermost one says
/// that says anything, over what those around it say.
struct TransactionValues {
    private struct Entry {
        /// How many transactions are around the one that has set it.
        let depth: Int
        var value: Any
    }

    /// Of each key the innermost one at the end.
    private var entries: [String: [Entry]] = [:]

    /// What shows of a key in the innermost transaction.
    subscript(key: String) -> Any? { entries[key]?.last?.value }

    /// Sets what a transaction says of a key; with nil, that it says nothing.
    /// - Returns: What it said before, to be let go when nothing here is in use any more: that may be an object whose
    ///   end asks for values.
    mutating func set(_ value: Any?, forKey key: String, atDepth depth: Int) -> Any? {
        var list = entries.removeValue(forKey: key) ?? []
        defer { if !list.isEmpty { entries[key] = list } }
        let former = list.last?.depth == depth ? list.removeLast().value : nil
        if let value { list.append(Entry(depth: depth, value: value)) }
        return former
    }
}
