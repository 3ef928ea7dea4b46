extension Area {
    /// Objects in a SQLite store, beside SQLite's own interface in C, GRDB with records written by hand, and SQLAlchemy's session.
    ///
    /// 100,000 rows with a number that is indexed, a double, a text of twenty letters, a date and an optional relationship to one;
    /// WAL, and `synchronous` FULL for all alike; files lie on the disk on which the benchmark is built. What is read is taken as
    /// CPU time: pages of the file are in the system's memory, but not in SQLite's. What is saved is wall time, since it waits for the
    /// disk. Values that are saved are made before.
    ///
    /// - insert-100k: objects are made and saved in one transaction, whose owners are saved already. Ours and the floor also count up
    ///   the versions of the owners, as Apple's layout has them.
    /// - fetch-faults: ours makes a fault of each row and keeps the row, as Apple's does, so that the floor reads every column; GRDB,
    ///   which keeps nothing, only reads the keys; SQLAlchemy has whole objects.
    /// - fetch-read: the same with objects or records, of which each value is looked at.
    /// - fetch-range: 10,000 rows by a range of the indexed number, sorted by the text.
    /// - update-10k, delete-10k: objects whose values are in memory. Ours and the floor find each row by its key and its version, and
    ///   delete-10k counts up the versions of the owners; GRDB and SQLAlchemy have no versions.
    /// - prefetch: 1,000 owners and the 100 items of each, in two queries.
    /// - page-10m: pages of 100 rows, one after the other, at random places of a list of ten million in the order of the indexed number;
    ///   one file for all, made once by SQL. Its note says how many bytes a row of the list takes. By hand the list is an array of keys.
    /// - batch-insert-100k, batch-update-100k, batch-delete-100k: 100,000 rows are inserted by a closure that sets the values of objects,
    ///   all have a number doubled, and 99,000 are deleted; the floor runs the statement that ours comes to.
    /// - save-long-data: 200 new objects with 256 KiB of data each, which ours keeps in files of their own.
    /// - save-with-history: the changes of update-10k, saved into a store that keeps a history; the peer is ours without one.
    /// - history-fetch: 101,000 changes, of each of which the identity and the type are looked at.
    /// - migrate-in-place: a file of a million items is opened with a model whose items have one attribute more. The floor opens it and
    ///   adds the column. In all three cases of migration the log is moved into the file as a part of the work.
    /// - migrate-rename: the items' entity has another name, and their text is required, with a default value. The floor puts all
    ///   rows into a new table by one INSERT … SELECT, without its indexes.
    /// - migrate-copy: the items have an attribute less, so that ours copies their table and makes its indexes; the floor does the
    ///   same by hand. Its note says how long the INSERT … SELECT takes by itself.
    /// - peak-memory: a process that makes all objects, saves them in one transaction, and reads them anew.
    ///
    /// In C rows become structures side by side. Ours moves the log into the file on a thread of its own, and the floor outside of the
    /// measured time; GRDB and SQLAlchemy leave that to SQLite, which does it at the end of a transaction.
    static let store = Area(
        name: "store",
        ours: Contender("ours", "StoreOurs"),
        peers: [
            Contender("floor", "StoreFloor"),
            Contender("GRDB", "StoreGRDB"),
            Contender("SQLAlchemy", [Program(label: "session", command: sqlAlchemy)]),
            Contender("without", [Program(label: "without", command: ["StoreOurs", "--without-history"])]),
        ],
        cases: [
            Case(name: "insert-100k", unit: .milliseconds, quantity: .wall, target: "≤ 1.8 × floor; ≤ GRDB / 2"),
            Case(name: "fetch-faults", unit: .milliseconds, quantity: .cpu, target: "≤ 2.0 × floor"),
            Case(name: "fetch-read", unit: .milliseconds, quantity: .cpu, target: "≤ 3.0 × floor; ≤ 1.3 × GRDB"),
            Case(name: "fetch-range", unit: .milliseconds, quantity: .cpu, target: "≤ 1.3 × floor"),
            Case(name: "update-10k", unit: .milliseconds, quantity: .wall, target: "≤ 1.6 × floor; below GRDB"),
            Case(name: "delete-10k", unit: .milliseconds, quantity: .wall, target: "≤ 1.6 × floor; below GRDB"),
            Case(name: "prefetch", unit: .milliseconds, quantity: .cpu, target: "≤ 2.0 × floor"),
            Case(name: "page-10m", unit: .milliseconds, quantity: .wall, target: "≤ 5 ms a page, 10 bytes a row"),
            Case(name: "batch-insert-100k", unit: .milliseconds, quantity: .wall, target: "≤ 1.15 × floor"),
            Case(name: "batch-update-100k", unit: .milliseconds, quantity: .wall, target: "≤ 1.15 × floor"),
            Case(name: "batch-delete-100k", unit: .milliseconds, quantity: .wall, target: "≤ 1.15 × floor"),
            Case(name: "save-long-data", unit: .milliseconds, quantity: .wall, target: "shown"),
            Case(name: "save-with-history", unit: .milliseconds, quantity: .wall, target: "≤ 1.5 × without"),
            Case(name: "history-fetch", unit: .milliseconds, quantity: .cpu, target: "≤ 2.0 × floor"),
            Case(name: "migrate-in-place", unit: .milliseconds, quantity: .wall, target: "≤ 50 ms"),
            Case(name: "migrate-rename", unit: .milliseconds, quantity: .wall, target: "≤ 2 × INSERT … SELECT"),
            Case(name: "migrate-copy", unit: .milliseconds, quantity: .wall, target: "≤ 2 × floor"),
            Case(name: "peak-memory", unit: .mebibytes, quantity: .value, target: "≤ 90 MiB"),
        ])

    /// Scripts/bench, which runs in the repository's folder, has put it there.
    private static let sqlAlchemy = [
        "Benchmarks/.build/python/bin/python", "Benchmarks/Sources/Store/SQLAlchemy/main.py",
    ]
}
