// The rows of the area `store` in GRDB, as one writes it who cares for speed: records by hand, columns by their indexes, a pool of
// connections in WAL mode, as many objects a transaction as there are.

import GRDB
import Workloads

Program(
    version: "7.10.0",
    cases: [
        Program.Case("insert-100k", size: 3, run: insert), Program.Case("fetch-faults", size: 10, run: fetchKeys),
        Program.Case("fetch-read", size: 10, run: fetchRead), Program.Case("fetch-range", size: 10, run: fetchRange),
        Program.Case("update-10k", size: 3, run: update), Program.Case("delete-10k", size: 3, run: delete),
        Program.Case("prefetch", size: 10, run: prefetch), Program.Case("page-10m", size: RandomPages.count, run: page),
        Program.Case("peak-memory", size: 1, run: peak),
    ]
).main()
