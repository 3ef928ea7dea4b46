extension Area {
    /// Contexts, between which changes travel. The floor of perform-and-wait is a serial queue of libdispatch.
    ///
    /// main-save-1k is the time for which the main thread is stopped; what the parent does on its own queue is not waited for, so it is
    /// not pinned. main-save-1k-held is the same while the parent is held inside the COMMIT of another save.
    ///
    /// stop-* are the longest stops of the main loop while the cities of the world are imported for 30 s, again and again into fresh stores with 20,000
    /// cities, through contexts in one of four set-ups, 1,000 rows or everything in one save; with a budget the main context merges, and
    /// saves, in slices. The loop ticks 60 times a second meanwhile, has a sorted list of all cities, and does 10 fetches of 100 rows
    /// and 1,000 cold faults a second. missed-* are the frames of the same runs that were not shown, read-during-save the longest fetch or fault. Before
    /// and after each run stands a control, in which the loop only ticks: where that stops for more than 4 ms, the run is done again, three
    /// times at most. import-writer is one import, and its peer the same through the single context.
    static let contexts = Area(
        name: "contexts",
        ours: Contender(
            "ours",
            [Program(label: "objects", command: ["GraphOurs"]), Program(label: "stacks", command: ["ContextsOurs"])]),
        peers: [
            Contender("floor", "GraphSwift"),
            Contender("single", [Program(label: "single", command: ["ContextsOurs", "--single"])]),
        ],
        cases: [
            Case(
                name: "main-save-1k", unit: .milliseconds, quantity: .wall, target: "≤ 1 ms on the main thread",
                isPinned: false),
            Case(
                name: "main-save-1k-held", unit: .milliseconds, quantity: .wall, target: "≤ 1 ms on the main thread",
                isPinned: false),
            Case(name: "merge-10k", unit: .milliseconds, quantity: .cpu, target: "≤ 5 ms"),
            Case(name: "fetched-results-100", unit: .milliseconds, quantity: .cpu, target: "≤ 2 ms"),
            Case(name: "perform-and-wait", unit: .microseconds, quantity: .wall, target: "≤ 15 us"),
            stop("control", "-"), stop("single", "-"), stop("shared", "-"),
            stop("nested", "≤ 8 ms"), stop("writer", "≤ 8 ms"),
            stop("nested-one-save", "-"), stop("writer-one-save", "-"),
            stop("nested-one-save-budget", "-"), stop("writer-one-save-budget", "≤ 8 ms"),
            missed("single", "-"), missed("shared", "-"), missed("nested", "≤ 0.1 %"), missed("writer", "≤ 0.1 %"),
            missed("nested-one-save", "-"), missed("writer-one-save", "-"),
            missed("nested-one-save-budget", "-"), missed("writer-one-save-budget", "-"),
            Case(
                name: "read-during-save", unit: .milliseconds, quantity: .value, target: "≤ 4 ms", isPinned: false,
                source: ("stop-writer", "read")),
            Case(
                name: "import-writer", unit: .milliseconds, quantity: .value, target: "≤ 1.5 × single",
                isPinned: false),
        ])

    /// The longest stop of the main loop.
    private static func stop(_ stack: String, _ target: String) -> Case {
        Case(name: "stop-\(stack)", unit: .milliseconds, quantity: .value, target: target, isPinned: false)
    }

    /// The frames that were missed in the same runs.
    private static func missed(_ stack: String, _ target: String) -> Case {
        Case(
            name: "missed-\(stack)", unit: .percent, quantity: .value, target: target, isPinned: false,
            source: ("stop-\(stack)", "missed"))
    }
}
