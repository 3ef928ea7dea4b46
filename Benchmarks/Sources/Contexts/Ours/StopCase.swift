import Mainspring

/// A case: which set-up imports, how much it saves at once, and how.
struct StopCase {
    let name: String
    /// Nil for the control, in which nothing is imported.
    let stack: (any Stack.Type)?
    /// How many cities are saved at once.
    var batch = 1_000
    /// Whether the main context merges, and saves, in slices.
    var hasBudget = true
    /// Whether what is wanted is the time of one import, and the main loop has nothing to do but to tick.
    var isTotal = false

    static let totalName = "import-writer"

    static let all = [
        StopCase(name: "stop-single", stack: SingleStack.self),
        StopCase(name: "stop-shared", stack: SharedStack.self),
        StopCase(name: "stop-nested", stack: NestedStack.self),
        StopCase(name: "stop-writer", stack: WriterStack.self),
        StopCase(name: "stop-nested-one-save", stack: NestedStack.self, batch: .max, hasBudget: false),
        StopCase(name: "stop-writer-one-save", stack: WriterStack.self, batch: .max, hasBudget: false),
        StopCase(name: "stop-nested-one-save-budget", stack: NestedStack.self, batch: .max),
        StopCase(name: "stop-writer-one-save-budget", stack: WriterStack.self, batch: .max),
        StopCase(name: "stop-control", stack: nil),
    ]

    /// The time of an import, through the set-up with a writer or, for the peer, through one context.
    static func total(_ name: String, _ isPeer: Bool) -> StopCase? {
        guard name == totalName else { return nil }
        return StopCase(name: name, stack: isPeer ? SingleStack.self : WriterStack.self, isTotal: true)
    }
}
