// Predicates and sort descriptors; objects of a model, and contexts.

import Measure
import Workloads

Program(
    version: "this revision",
    cases: [
        Program.Case("filter-100k", size: 20, run: filter),
        Program.Case("sort-100k", size: 5, run: sort),
        Program.Case("parse-format", size: 20_000, run: parse),
        Program.Case("create-100k", size: 5, run: create),
        Program.Case("bytes-per-object", size: 1, run: bytes),
        Program.Case("read-attribute", size: 2_000, run: read),
        Program.Case("write-attribute", size: 2_000, run: write),
        Program.Case("cascade-100k", size: 5, run: cascade),
        Program.Case("undo-10k", size: 10, run: undo),
        Program.Case("main-save-1k", size: 100, run: mainSave),
        Program.Case("main-save-1k-held", size: 100, run: mainSaveHeld),
        Program.Case("merge-10k", size: 20, run: merge),
        Program.Case("fetched-results-100", size: 50, run: fetchedResults),
        Program.Case("perform-and-wait", size: 10_000, run: performAndWait),
    ]
).main()
