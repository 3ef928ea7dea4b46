// Layers.

import Measure
import Workloads

Program(
    version: "this revision",
    cases: [
        Program.Case("frame-10k", size: MEASURE_FRAMES_10K, run: frames(of: 10_000)),
        Program.Case("frame-100k", size: MEASURE_FRAMES_100K, run: frames(of: 100_000)),
        Program.Case("allocations-per-frame", size: MEASURE_FRAMES_10K, run: frames(of: 10_000)),
        Program.Case("commit-10k", size: 20, run: commits),
        Program.Case("commit-1-of-100k", size: 100, run: smallCommits),
        Program.Case("add-remove", size: 100_000, run: addAndRemove),
        Program.Case("hit-test-100k", size: 2000, run: hitTests),
    ]
).main()
