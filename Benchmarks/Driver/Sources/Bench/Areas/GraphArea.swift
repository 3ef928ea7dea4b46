extension Area {
    /// Objects, questions about them and their order, beside the same written by hand in Swift, and in SQLAlchemy's session.
    ///
    /// By hand the compiler knows the question and the order, and objects are plain instances of classes; targets say how much it may
    /// cost that here a text has them, and that objects belong to a context.
    /// read-model reads a model of 100 entities and 1,000 properties from a file that our own writer made, in three forms: XML, compiled,
    /// and as stores keep it. Attributes are read and written by the accessors that the plugin generates. bytes-per-object leaves out what
    /// the values themselves take; its note `saved` is the same for an object that has a row, too.
    static let graph = Area(
        name: "graph",
        ours: Contender(
            "ours",
            [
                Program(label: "objects", command: ["GraphOurs"]),
                Program(label: "XML", command: ["GraphModel", "xcdatamodel"]),
                Program(label: "compiled", command: ["GraphModel", "mom"]),
                Program(label: "cache", command: ["GraphModel", "cache"]),
            ]),
        peers: [
            Contender("floor", "GraphSwift"),
            Contender("SQLAlchemy", [Program(label: "session", command: sqlAlchemy)]),
        ],
        cases: [
            Case(name: "filter-100k", unit: .milliseconds, quantity: .cpu, target: "≤ 12 ms"),
            Case(name: "sort-100k", unit: .milliseconds, quantity: .cpu, target: "≤ 1.5 × floor"),
            Case(name: "parse-format", unit: .microseconds, quantity: .cpu, target: "≤ 10 us"),
            Case(name: "read-model", unit: .milliseconds, quantity: .cpu, target: "≤ 10 ms"),
            Case(name: "create-100k", unit: .milliseconds, quantity: .cpu, target: "≤ 60 ms"),
            Case(name: "bytes-per-object", unit: .bytes, quantity: .value, target: "≤ 200 above the values"),
            Case(name: "read-attribute", unit: .nanoseconds, quantity: .cpu, target: "≤ 15 ns"),
            Case(name: "write-attribute", unit: .nanoseconds, quantity: .cpu, target: "≤ 40 ns"),
            Case(name: "cascade-100k", unit: .milliseconds, quantity: .cpu, target: "≤ 150 ms"),
            Case(name: "undo-10k", unit: .milliseconds, quantity: .cpu, target: "≤ 20 ms"),
        ])

    /// Scripts/bench, which runs in the repository's folder, has put it there.
    private static let sqlAlchemy = [
        "Benchmarks/.build/python/bin/python", "Benchmarks/Sources/Graph/SQLAlchemy/main.py",
    ]
}
