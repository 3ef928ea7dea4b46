// libdispatch: its main queue under `dispatchMain()`, which never returns, so that a case reports and exits by itself.

import Dispatch
import Glibc
import Measure
import Workloads

let main = DispatchQueue.main

@Sendable
func finish(_ operations: Int) {
    measure_report(operations)
    exit(EXIT_SUCCESS)
}

/// A counter that only the main queue touches.
final class Counter: @unchecked Sendable {
    var left: Int
    var sum = 0

    init(_ left: Int) { self.left = left }

    /// Whether that was the last.
    func add(_ argument: Int) -> Bool {
        sum &+= argument
        left -= 1
        return left == 0
    }
}

@Sendable
func postOwn(_ size: Int, then next: @escaping @Sendable () -> Void) {
    let counter = Counter(size)
    measure_begin()
    for index in 0..<size {
        main.async {
            if counter.add(index) {
                measure_end()
                next()
            }
        }
    }
}

@Sendable
func postCross(_ size: Int, then next: @escaping @Sendable () -> Void) {
    startThread { postOwn(size, then: next) }
}

@Sendable
func pingPong(_ size: Int, then next: @escaping @Sendable () -> Void) {
    let other = DispatchQueue(label: "ping-pong")
    let counter = Counter(size + 1)
    @Sendable
    func ping() {
        if counter.add(0) {
            measure_end()
            next()
        } else {
            other.async { main.async { ping() } }
        }
    }
    measure_begin()
    main.async { ping() }
}

/// Runs a case twice on the main queue, the first time to warm up.
func twice(_ size: Int, _ run: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void) -> Int {
    main.async {
        run(size / 10) {
            measure_reset()
            run(size) { finish(size) }
        }
    }
    dispatchMain()
}

/// A timer source on the main queue.
struct SourceTimer: MeasuredTimer {
    let source = DispatchSource.makeTimerSource(queue: .main)
    let deadline: DispatchTime
    let tolerance: UInt64

    init(due: UInt64, tolerance: UInt64, run: UnsafeMutablePointer<TimerRun<Self>>) {
        nonisolated(unsafe) let run = run
        let now = measure_wall()
        deadline = .now() + .nanoseconds(Int(due) - Int(now))
        self.tolerance = tolerance
        source.setEventHandler { run.pointee.fired(due) }
    }

    func schedule() {
        source.schedule(deadline: deadline, leeway: .nanoseconds(Int(tolerance)))
        source.activate()
    }

    func cancel() { source.cancel() }

    /// A source's last reference goes with the array that holds the timer.
    func destroy() {}

    static func run() { dispatchMain() }

    /// Called when the last timer has fired: the run reports and ends here.
    static func stop() { finish(Sizes.timers) }
}

func fdReady(_ size: Int) -> Int {
    let descriptor = ReadyDescriptor()
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: .main)
    var left = size + size / 10
    source.setEventHandler {
        descriptor.read()
        left -= 1
        if left == size { measure_begin() }
        if left == 0 {
            measure_end()
            finish(size)
        }
        descriptor.write()
    }
    source.activate()
    descriptor.write()
    dispatchMain()
}

func source0(_ size: Int) -> Int {
    let source = DispatchSource.makeUserDataAddSource(queue: .main)
    var left = size + size / 10
    source.setEventHandler {
        left -= 1
        if left == size { measure_begin() }
        if left == 0 {
            measure_end()
            finish(size)
        }
        source.add(data: 1)
    }
    source.activate()
    source.add(data: 1)
    dispatchMain()
}

func mainQueue(_ item: MainQueueItem, _ size: Int) -> Int {
    MainQueueBatches(item, size: size) { finish(size) }.start()
    dispatchMain()
}

/// Idle: the measuring thread sleeps while `dispatchMain` has nothing to do.
func idle(_ size: Int) -> Int {
    startThread {
        _ = measure_idle({ sleepUntil(measure_wall() + UInt64($0) * 1_000_000) }, size)
        finish(1)
    }
    dispatchMain()
}

Program(
    version: "of the Swift toolchain",
    cases: [
        Program.Case("post-own", size: Sizes.posts) { twice($0, postOwn) },
        Program.Case("post-cross", size: Sizes.posts) { twice($0, postCross) },
        Program.Case("ping-pong", size: Sizes.roundTrips) { twice($0, pingPong) },
        Program.Case("fd-ready", size: Sizes.events / 5, run: fdReady),
        Program.Case("source0", size: Sizes.events / 5, run: source0),
        Program.Case("main-queue", size: Sizes.batched) { mainQueue(.closure, $0) },
        Program.Case("main-actor", size: Sizes.batched) { mainQueue(.task, $0) },
        Program.Case("idle-cpu", size: Sizes.idle, run: idle),
    ] + timerCases(SourceTimer.self, operations: 200_000, hasMillion: true)
).main()
