// What is read from a store and saved into it, by contexts on the main queue.
//
// With `--without-history`, the peer of save-with-history.

import Workloads

let isPeer = CommandLine.arguments.dropFirst().first == "--without-history"
let cases =
    isPeer
    ? [Program.Case("save-with-history", size: 3) { try saveWithHistory($0, isTracked: false) }]
    : [
        Program.Case("insert-100k", size: 3, run: insert), Program.Case("fetch-faults", size: 10, run: fetchFaults),
        Program.Case("fetch-read", size: 10, run: fetchRead), Program.Case("fetch-range", size: 10, run: fetchRange),
        Program.Case("update-10k", size: 3, run: update), Program.Case("delete-10k", size: 3, run: delete),
        Program.Case("prefetch", size: 10, run: prefetch), Program.Case("page-10m", size: RandomPages.count, run: page),
        Program.Case("batch-insert-100k", size: 3, run: batchInsert),
        Program.Case("batch-update-100k", size: 3, run: batchUpdate),
        Program.Case("batch-delete-100k", size: 3, run: batchDelete),
        Program.Case("save-long-data", size: 3, run: saveLongData),
        Program.Case("save-with-history", size: 3) { try saveWithHistory($0, isTracked: true) },
        Program.Case("history-fetch", size: 10, run: historyFetch),
        Program.Case("migrate-in-place", size: 5, run: migrateAdding),
        Program.Case("migrate-rename", size: 3, run: migrateRenaming),
        Program.Case("migrate-copy", size: 2, run: migrateCopying),
        Program.Case("peak-memory", size: 1, run: peak),
    ]
var rest = CommandLine.arguments
if isPeer { rest.remove(at: 1) }
Program(version: "this revision", cases: cases).main(rest)
