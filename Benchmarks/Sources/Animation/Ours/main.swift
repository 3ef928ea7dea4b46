// Layers.

import Workloads

Program(
    version: "this revision",
    cases: [
        Program.Case("hit-test-100k", size: 2000, run: hitTests)
    ]
).main()
