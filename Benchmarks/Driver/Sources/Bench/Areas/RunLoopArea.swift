extension Area {
    /// The run loop, beside the loops in common use and the least C code that does the same.
    ///
    /// libuv and libev have no queue of closures; a list under a mutex, as their users write it, stands in: floors for posts.
    static let runLoop = Area(
        name: "run-loop",
        ours: Contender(
            "ours",
            [
                Program(label: "CFRunLoop level", command: ["RunLoopOurs"]),
                Program(label: "RunLoop level", command: ["RunLoopOursFoundation"]),
            ]),
        peers: [
            Contender(
                "floor",
                [
                    Program(label: "C", command: ["RunLoopFloor"]),
                    Program(label: "bare drain", command: ["RunLoopFloorMainQueue"]),
                ]),
            Contender("CFRunLoop", "RunLoopCoreFoundation"),
            Contender("Foundation", "RunLoopFoundation"),
            Contender("dispatch", "RunLoopDispatch"),
            Contender("GLib", "RunLoopGLib"),
            Contender("libuv", "RunLoopLibUV"),
            Contender("libev", "RunLoopLibEV"),
        ],
        cases: [
            Case(
                name: "post-own", unit: .nanoseconds, quantity: .cpu,
                target: "≤ 1.5 × floor; below CFRunLoop, Foundation, dispatch, GLib"),
            Case(
                name: "post-cross", unit: .nanoseconds, quantity: .cpu,
                target: "≤ 1.5 × floor; below CFRunLoop, Foundation, dispatch, GLib"),
            Case(
                name: "ping-pong", unit: .nanoseconds, quantity: .wall,
                target: "≤ 1.25 × floor; ≤ CFRunLoop / 2"),
            Case(
                name: "timer-schedule", unit: .nanoseconds, quantity: .cpu,
                target: "≤ 60 ns at 100k; below CFRunLoop, Foundation, dispatch, GLib; ≤ CFRunLoop / 20"),
            Case(
                name: "timer-cancel", unit: .nanoseconds, quantity: .cpu,
                target: "≤ 60 ns at 100k; below CFRunLoop, Foundation, dispatch, GLib; ≤ CFRunLoop / 20"),
            Case(name: "timer-schedule-1k", unit: .nanoseconds, quantity: .cpu, target: "shown"),
            Case(name: "timer-cancel-1k", unit: .nanoseconds, quantity: .cpu, target: "shown"),
            Case(name: "timer-schedule-10k", unit: .nanoseconds, quantity: .cpu, target: "shown"),
            Case(name: "timer-cancel-10k", unit: .nanoseconds, quantity: .cpu, target: "shown"),
            Case(name: "timer-schedule-1m", unit: .nanoseconds, quantity: .cpu, target: "shown"),
            Case(name: "timer-cancel-1m", unit: .nanoseconds, quantity: .cpu, target: "shown"),
            Case(
                name: "timer-run-exact", unit: .nanoseconds, quantity: .cpu, target: "≤ 1.1 × floor",
                followsClock: true),
            Case(
                name: "timer-run-coarse", unit: .nanoseconds, quantity: .cpu, target: "below libev",
                followsClock: true),
            Case(name: "timer-late-p999", unit: .microseconds, quantity: .value, target: "≤ floor + 200 us"),
            Case(
                name: "fd-ready", unit: .nanoseconds, quantity: .cpu,
                target: "≤ 1.3 × floor; below libuv, libev"),
            Case(name: "source0", unit: .nanoseconds, quantity: .cpu, target: "≤ 400 ns; ≤ CFRunLoop / 10"),
            Case(name: "main-queue", unit: .nanoseconds, quantity: .cpu, target: "≤ 1.05 × dispatch"),
            Case(name: "main-actor", unit: .nanoseconds, quantity: .cpu, target: "≤ 1.05 × dispatch"),
            Case(name: "pass-syscalls", unit: .count, quantity: .systemCalls, target: "≤ 2"),
            Case(
                name: "idle-cpu", unit: .milliseconds, quantity: .value, target: "no wake-up in 10 s",
                isPinned: false, runsTogether: true),
        ])
}
