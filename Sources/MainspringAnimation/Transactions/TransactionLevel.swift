/// What one `begin` up to its `commit` says, or an implicit transaction.
struct TransactionLevel {
    /// Where `begin` was called; nil for an implicit one.
    var origin: (file: StaticString, line: UInt)?
    var duration: Double?
    /// The inner optional is the value: none is a value too.
    var timingFunction: CAMediaTimingFunction??
    var disablesActions: Bool?
    var completion: Completion?
    /// Values of keys that are none of the above.
    var values: [String: Any] = [:]
    /// A run that would have waited for the transaction for ever has been refused.
    var hasRefused = false

    /// Opened by a change, not by `begin`: the run loop commits it.
    var isImplicit: Bool { origin == nil }
    /// Where `begin` was called, as a sentence goes on; empty for an implicit one.
    var place: String { origin.map { " at \($0.file):\($0.line)" } ?? "" }

    /// A completion block that was set, also to nil.
    struct Completion {
        let block: (() -> Void)?
        let group: CompletionGroup?
    }
}
