// What is read from a store and saved into it, by contexts on the main queue.

import Workloads

Program(
    version: "this revision",
    cases: [
        Program.Case("insert-100k", size: 3, run: insert), Program.Case("fetch-faults", size: 10, run: fetchFaults),
        Program.Case("fetch-read", size: 10, run: fetchRead), Program.Case("fetch-range", size: 10, run: fetchRange),
        Program.Case("update-10k", size: 3, run: update), Program.Case("delete-10k", size: 3, run: delete),
        Program.Case("prefetch", size: 10, run: prefetch), Program.Case("page-10m", size: RandomPages.count, run: page),
        Program.Case("migrate-add-1m", size: 5, run: migrateAdding),
        Program.Case("migrate-rename-1m", size: 3, run: migrateRenaming),
        Program.Case("migrate-copy-1m", size: 2, run: migrateCopying),
        Program.Case("peak-memory", size: 1, run: peak),
    ]
).main()
