extension Area {
    /// The command-line tool, on the store with ten million rows of `page-10m`, whose pages are in the system's memory.
    ///
    /// Ours is a process for each measurement: from its start to its end, or to its first row. The floor asks SQLite the same within its own
    /// process: to count the rows of each table, and to read one row.
    ///
    /// - store-info-10m: `mainspring store info`.
    /// - fetch-first-row: `mainspring store fetch Item --json`, without an order; its notes are the same by an indexed key, and as a table.
    static let tool = Area(
        name: "tool",
        ours: Contender("ours", "ToolOurs"),
        // StoreOurs makes the store of ten million rows if there is none.
        startedPrograms: ["mainspring", "StoreOurs"],
        peers: [Contender("floor", "ToolFloor")],
        cases: [
            Case(
                name: "store-info-10m", unit: .milliseconds, quantity: .wall, target: "≤ floor + 50 ms", isPinned: false
            ),
            Case(name: "fetch-first-row", unit: .milliseconds, quantity: .value, target: "≤ 30 ms", isPinned: false),
        ])
}
