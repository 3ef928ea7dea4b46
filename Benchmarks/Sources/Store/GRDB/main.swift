// The rows of the area `store` in GRDB, as one writes it who cares for speed: records by hand, columns by their indexes, a pool of
// connections in WAL mode, as many objects a transaction as there are.

import GRDB
import Workloads

/// A case that may fail.
func item(_ name: String, size: Int, _ run: @escaping (Int) throws -> Int) -> Program.Case {
    Program.Case(name, size: size) { size in
        do { return try run(size) } catch { fatalError("\(error)") }
    }
}

Program(
    version: "7.10.0",
    cases: [
        item("insert-100k", size: 3, insert), item("fetch-faults", size: 10, fetchKeys),
        item("fetch-read", size: 10, fetchRead), item("fetch-range", size: 10, fetchRange),
        item("update-10k", size: 3, update), item("delete-10k", size: 3, delete),
        item("prefetch", size: 10, prefetch), item("page-10m", size: RandomPages.count, page),
        item("peak-memory", size: 1, peak),
    ]
).main()
