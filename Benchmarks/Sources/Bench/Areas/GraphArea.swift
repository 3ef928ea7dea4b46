extension Area {
    /// Objects, questions about them and their order, beside the same written by hand in Swift.
    ///
    /// By hand the compiler knows the question and the order; the target says how much it may cost that here a text has them.
    /// read-model reads a model of 100 entities and 1,000 properties from a file that our own writer made, in three forms: XML, compiled,
    /// and as stores keep it.
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
        peers: [Contender("Swift by hand", "GraphSwift")],
        cases: [
            Case(name: "filter-100k", unit: .milliseconds, quantity: .cpu, target: "≤ 12 ms"),
            Case(name: "sort-100k", unit: .milliseconds, quantity: .cpu, target: "≤ 1.5 × Swift"),
            Case(name: "parse-format", unit: .microseconds, quantity: .cpu, target: "≤ 10 us"),
            Case(name: "read-model", unit: .milliseconds, quantity: .cpu, target: "≤ 10 ms"),
        ])
}
