// Our loop at CFRunLoop's level.

import Foundation
import Mainspring
import Workloads

// Our main loop hosts Foundation's, if the process has one. It does so in all that is measured here.
precondition(FoundationLoop.isPresent, "Hosting Foundation's loop is part of what is measured.")
Program(
    version: "this revision",
    cases: postCases(PostingCFRunLoop.self) + timerCases(CFTimer.self, operations: 1_000_000, hasMillion: true) + [
        Program.Case("fd-ready", size: Sizes.events, run: descriptorReady),
        Program.Case("source0", size: Sizes.events, run: signalledSource),
        Program.Case("main-queue", size: Sizes.batched, run: { mainQueue(.closure, $0) }),
        Program.Case("main-actor", size: Sizes.batched, run: { mainQueue(.task, $0) }),
        Program.Case("pass-syscalls", size: Sizes.passes, run: emptyPasses),
        Program.Case("idle-cpu", size: Sizes.idle, run: idle),
    ]
).main()
