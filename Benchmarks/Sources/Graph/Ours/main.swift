// Predicates and sort descriptors; objects of a model, and contexts.

import Measure
import Workloads

/// A case that may fail.
func item(_ name: String, size: Int, _ run: @escaping (Int) throws -> Int) -> Program.Case {
    Program.Case(name, size: size) { size in
        do { return try run(size) } catch { fatalError("\(error)") }
    }
}

Program(
    version: "this revision",
    cases: [
        Program.Case("filter-100k", size: 20, run: filter), Program.Case("sort-100k", size: 5, run: sort),
        Program.Case("parse-format", size: 20_000, run: parse),
        item("create-100k", size: 5, create), item("bytes-per-object", size: 1, bytes),
        item("read-attribute", size: 2_000, read), item("write-attribute", size: 2_000, write),
        item("cascade-100k", size: 5, cascade), item("undo-10k", size: 10, undo),
        item("main-save-1k", size: 100, mainSave), item("merge-10k", size: 20, merge),
        item("fetched-results-100", size: 50, fetchedResults), item("perform-and-wait", size: 10_000, performAndWait),
    ]
).main()
