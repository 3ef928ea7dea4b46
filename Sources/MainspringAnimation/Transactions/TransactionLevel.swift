/// What one `begin` up to its `commit` says, or an implicit transaction; what it does not say itself, it has from the
/// one around it.
///
/// That is taken over when it begins: only the innermost transaction is ever changed, and so transactions may be nested
/// as deep as they like, and still each is asked for nothing but what it has itself.
struct TransactionLevel {
    /// Where `begin` was called; nil for an implicit one.
    let origin: (file: StaticString, line: UInt)?
    var duration: Double?
    /// The inner optional is the value: none is a value too.
    var timingFunction: CAMediaTimingFunction??
    var disablesActions = false
    var completion: Completion?
    /// The innermost batch that was begun around it.
    private(set) var outerBatch: CompletionGroup?
    /// Keys that are none of the above and that it has set itself; see ``TransactionValues``.
    var ownKeys: Set<String> = []
    /// A run that would have waited for the transaction for ever has been refused.
    var hasRefused = false

    /// - Parameter outer: The transaction around it.
    init(origin: (file: StaticString, line: UInt)? = nil, inside outer: TransactionLevel? = nil) {
        self.origin = origin
        guard let outer else { return }
        duration = outer.duration
        timingFunction = outer.timingFunction
        disablesActions = outer.disablesActions
        completion = outer.completion
        outerBatch = outer.completion?.group?.batch ?? outer.outerBatch
    }

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
