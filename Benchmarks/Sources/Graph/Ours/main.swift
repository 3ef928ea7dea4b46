// Predicates and sort descriptors.

import Measure
import Workloads

Program(
    version: "this revision",
    cases: [
        Program.Case("filter-100k", size: 20, run: filter), Program.Case("sort-100k", size: 5, run: sort),
        Program.Case("parse-format", size: 20_000, run: parse),
    ]
).main()
