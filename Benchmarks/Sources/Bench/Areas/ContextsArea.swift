extension Area {
    /// Contexts, between which changes travel. The floor of perform-and-wait is a serial queue of libdispatch.
    ///
    /// main-save-1k is the time for which the main thread is stopped; what the parent does on its own queue is not waited for, so it is
    /// not pinned.
    static let contexts = Area(
        name: "contexts",
        ours: Contender("ours", "GraphOurs"),
        peers: [Contender("floor", "GraphSwift")],
        cases: [
            Case(
                name: "main-save-1k", unit: .milliseconds, quantity: .wall, target: "≤ 1 ms on the main thread",
                isPinned: false),
            Case(name: "merge-10k", unit: .milliseconds, quantity: .cpu, target: "≤ 5 ms"),
            Case(name: "fetched-results-100", unit: .milliseconds, quantity: .cpu, target: "≤ 2 ms"),
            Case(name: "perform-and-wait", unit: .microseconds, quantity: .wall, target: "≤ 15 us"),
        ])
}
