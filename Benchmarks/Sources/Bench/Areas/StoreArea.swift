extension Area {
    /// Objects in a SQLite store, beside SQLite's own interface in C and SQLAlchemy's session.
    ///
    /// 100,000 rows with a number that is indexed, a double, a text of twenty letters, a date and an optional relationship to one;
    /// WAL, and `synchronous` FULL for all alike; files lie on the disk on which the benchmark is built. What is read is taken as
    /// CPU time: pages of the file are in the system's memory. What is saved is wall time, since it waits for the disk. In C rows
    /// become structures side by side, so that fetch-faults and fetch-read are the same there. The note of page-10m says how many
    /// bytes a row of the list takes.
    static let store = Area(
        name: "store",
        ours: Contender("ours", "StoreOurs"),
        peers: [
            Contender("floor", "StoreFloor"),
            Contender("SQLAlchemy", [Program(label: "session", command: sqlAlchemy)]),
        ],
        cases: [
            Case(name: "insert-100k", unit: .milliseconds, quantity: .wall, target: "≤ 1.8 × floor"),
            Case(name: "fetch-faults", unit: .milliseconds, quantity: .cpu, target: "≤ 2.0 × floor"),
            Case(name: "fetch-read", unit: .milliseconds, quantity: .cpu, target: "≤ 3.0 × floor"),
            Case(name: "fetch-range", unit: .milliseconds, quantity: .cpu, target: "≤ 1.3 × floor"),
            Case(name: "update-10k", unit: .milliseconds, quantity: .wall, target: "≤ 1.6 × floor"),
            Case(name: "delete-10k", unit: .milliseconds, quantity: .wall, target: "≤ 1.6 × floor"),
            Case(name: "prefetch", unit: .milliseconds, quantity: .cpu, target: "≤ 2.0 × floor"),
            Case(name: "page-10m", unit: .milliseconds, quantity: .wall, target: "≤ 5 ms a page, 10 bytes a row"),
            Case(name: "peak-memory", unit: .mebibytes, quantity: .value, target: "≤ 90 MiB"),
        ])

    /// Scripts/bench, which runs in the repository's folder, has put it there.
    private static let sqlAlchemy = [
        "Benchmarks/.build/python/bin/python", "Benchmarks/Sources/Store/SQLAlchemy/main.py",
    ]
}
