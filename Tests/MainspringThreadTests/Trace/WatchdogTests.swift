import CLinux
import Dispatch
import Glibc
import Locks
import LoopWatchdog
import Testing

@testable import Mainspring

/// A plain thread stands in for a loop: it gives the beats itself.
@Suite(.interruptsThreads, .timeLimit(.minutes(5))) struct WatchdogTests {
    @Test func `reports a callback that is still running, with its stack and its function's name`() throws {
        let reports = Mailbox<StopReport>()
        let loop = StandIn(name: "stand-in")
        let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { reports.put($0) }
        try watchdog.start()
        let release = Flag()
        loop.pass(hangingCallback, release)

        // The thread may have been stopped before it came to the callback, too.
        let report = reports.take { $0.function?.contains("hangingCallback") == true }
        #expect(!report.isOver)
        #expect(report.loopName == "stand-in")
        #expect(report.threadID == loop.thread.id)
        #expect(report.limit == .milliseconds(1))
        #expect(report.duration >= .milliseconds(1))
        #expect(report.missingBacktrace == nil)
        #expect(report.callOut == .source0)
        #expect(report.frames.contains { $0.name?.contains("hangingCallback") == true })
        #expect(report.backtrace.addresses.count == report.frames.count)
        #expect(report.description.contains("The loop “stand-in” has not come round for"))
        let place = "in the perform function of a source0: MainspringThreadTests.hangingCallback"
        #expect(report.description.contains(place))

        release.raise()
        loop.comeRound()
        let end = reports.take { $0.isOver }
        #expect(end.duration >= report.duration)
        #expect(end.function == report.function)
        #expect(end.description.contains("goes on after a stop of"))
        watchdog.stop()
        loop.end()
    }

    @Test func `reports each stop once while it lasts`() throws {
        let reports = Mailbox<StopReport>()
        let loop = StandIn()
        let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { reports.put($0) }
        try watchdog.start()
        for _ in 0..<5 {
            let release = Flag()
            loop.pass(quietCallback, release)
            _ = reports.take { !$0.isOver }
            release.raise()
            loop.comeRound()
            // Whatever else the machine holds up, a stop's next report is its end.
            #expect(reports.take().isOver)
        }
        watchdog.stop()
        loop.end()
    }

    @Test func `reports a stop that began before it watched`() throws {
        let reports = Mailbox<StopReport>()
        let loop = StandIn()
        let release = Flag()
        loop.pass(quietCallback, release)
        let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { reports.put($0) }
        try watchdog.start()
        #expect(!reports.take().isOver)
        release.raise()
        watchdog.stop()
        loop.end()
    }

    @Test func `tells who waits for the loop`() throws {
        let reports = Mailbox<StopReport>()
        let loop = StandIn()
        let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { reports.put($0) }
        let release = Flag()
        loop.pass(quietCallback, release)
        try loop.beat.waits.during("Somebody waits.") {
            try watchdog.start()
            let report = reports.take { !$0.isOver }
            #expect(report.waits == ["Somebody waits."])
            #expect(report.description.contains("\nSomebody waits.\n"))
        }
        #expect(loop.beat.waits.sentences.isEmpty)
        release.raise()
        loop.comeRound()
        watchdog.stop()
        loop.end()
    }

    @Test func `tells what was open`() throws {
        let recorder = TraceRecorder(eventsPerThread: 64, threads: 16)
        recorder.start()
        defer { recorder.stop() }
        let reports = Mailbox<StopReport>()
        let loop = StandIn()
        let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { reports.put($0) }
        try watchdog.start()
        let release = Flag()
        loop.pass(callbackInsideIntervals, release)
        let report = reports.take { $0.openIntervals.count == 2 }
        #expect(report.openIntervals.map(\.name) == ["outer", "inner"])
        #expect(report.description.contains("import “inner” since"))
        release.raise()
        watchdog.stop()
        loop.end()
    }

    @Test func `watches a loop with two limits at once`() throws {
        let short = Mailbox<StopReport>()
        let long = Mailbox<StopReport>()
        let loop = StandIn()
        let watchdogs = [
            Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { short.put($0) },
            Watchdog(loop.beat, limit: .milliseconds(5), captureTimeout: patience) { long.put($0) },
        ]
        for watchdog in watchdogs { try watchdog.start() }
        let release = Flag()
        loop.pass(quietCallback, release)
        _ = short.take { !$0.isOver }
        _ = long.take { !$0.isOver }
        release.raise()
        loop.comeRound()
        #expect(short.take().isOver)
        #expect(long.take().isOver)
        for watchdog in watchdogs { watchdog.stop() }
        loop.end()
    }

    @Test func `can be stopped and started again, also by its handler, and by nobody's holding it`() throws {
        let loop = StandIn()
        let reports = Mailbox<StopReport>()
        let holder = Guarded<Watchdog?>(nil)
        let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { report in
            holder.withLock { $0 }?.stop()
            reports.put(report)
        }
        holder.withLock { $0 = watchdog }
        for _ in 0..<3 {
            try watchdog.start()
            try watchdog.start()
            let release = Flag()
            loop.pass(quietCallback, release)
            _ = reports.take()
            release.raise()
            loop.comeRound()
        }
        watchdog.stop()
        watchdog.stop()
        holder.withLock { $0 = nil }
        do {
            let forgotten = Watchdog(loop.beat, limit: .seconds(1000))
            try forgotten.start()
        }
        loop.end()
    }

    @Test func `says so when the loop's thread has ended`() throws {
        let reports = Mailbox<StopReport>()
        let beat = LoopBeat(name: "gone")
        beat.tick()
        let watchdog = Watchdog(beat, limit: .milliseconds(1), captureTimeout: patience) { reports.put($0) }
        try watchdog.start()
        #expect(reports.take().missingBacktrace == "No stack: the loop's thread has ended.")
        watchdog.stop()
    }

    @Test func `names a callback that never returns`() async throws {
        let result = await #expect(processExitsWith: .exitCode(17), observing: [\.standardErrorContent]) {
            let loop = StandIn(name: "endless")
            let watchdog = Watchdog(loop.beat, limit: .milliseconds(1), captureTimeout: patience) { report in
                Watchdog.printReport(report)
                if report.function?.contains("callbackThatNeverReturns") == true { exit(17) }
            }
            try watchdog.start()
            loop.pass(callbackThatNeverReturns, Flag())
            while true { sched_yield() }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Watchdog: The loop “endless” has not come round for"))
        let place = "is in the perform function of a source0: MainspringThreadTests.callbackThatNeverReturns"
        #expect(text.contains(place))
    }
}

@Suite(.timeLimit(.minutes(5))) struct LoopBeatTests {
    @Test func `rests until its first pass, in sleep, and after a run`() {
        let beat = LoopBeat(name: "")
        beat.adoptCurrentThread()
        #expect(beat.threadID == mainspring_thread_id())
        var rests: [Bool] = [beat.read().isResting]
        let steps: [(LoopBeat) -> Void] = [
            { $0.tick() }, { $0.sleeps() }, { $0.wakes() }, { $0.rests() }, { $0.tick() }, { $0.resumes() },
            { $0.abandonThread() },
        ]
        var last = beat.read().number
        for step in steps {
            step(beat)
            let reading = beat.read()
            #expect(reading.number > last)
            last = reading.number
            rests.append(reading.isResting)
        }
        #expect(rests == [true, false, true, false, true, false, false, true])
        #expect(beat.threadID == 0)
        #expect(beat.turns == 3)
    }

    @Test func `has the time of a beat only while it is watched`() throws {
        let beat = LoopBeat(name: "")
        beat.tick()
        #expect(beat.read().time == nil)
        beat.addWatcher()
        let before = mainspring_monotonic_now()
        beat.tick()
        #expect(try #require(beat.read().time) >= before)
        beat.removeWatcher()
        beat.tick()
        #expect(beat.read().time == nil)
    }

    @Test func `rings once for the beat that was waited for`() {
        let beat = LoopBeat(name: "")
        beat.addWatcher()
        let reading = beat.read()
        let rings = beat.rings
        #expect(beat.awaitBeat(after: reading))
        #expect(beat.awaitBeat(after: reading))
        beat.tick()
        #expect(beat.rings == rings + 1)
        beat.tick()
        #expect(beat.rings == rings + 1)
        #expect(!beat.awaitBeat(after: reading))
        beat.removeWatcher()
    }

    @Test func `loses no wait for a beat`() {
        let beat = LoopBeat(name: "")
        beat.addWatcher()
        let last: UInt64 = 20_000
        let loop = ObservedThread { for _ in 0..<last { beat.tick() } }
        // Each wait ends with a beat; if one were lost, this would never end.
        while true {
            let rings = beat.rings
            let reading = beat.read()
            if beat.turns == last { break }
            if beat.awaitBeat(after: reading) { beat.waitForBell(after: rings, nanoseconds: nil) }
        }
        loop.join()
        beat.removeWatcher()
    }
}

/// A thread that gives the beats of a loop and calls what it is told to inside them.
private final class StandIn: Sendable {
    let beat: LoopBeat
    let thread: ObservedThread
    private let work: Mailbox<Work?>

    struct Work: Sendable {
        var perform: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
        var flag: Flag
    }

    init(name: String = "loop") {
        let beat = LoopBeat(name: name)
        let work = Mailbox<Work?>()
        self.beat = beat
        self.work = work
        thread = ObservedThread {
            beat.adoptCurrentThread()
            while true {
                beat.sleeps()
                let next = work.take()
                beat.wakes()
                guard let next else { break }
                var context = CallbackContext(beat: beat, flag: next.flag)
                withUnsafeMutablePointer(to: &context) {
                    __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__(next.perform, $0)
                }
            }
            beat.abandonThread()
        }
    }

    /// Calls a function through the call-out for sources.
    func pass(_ perform: @escaping @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void, _ flag: Flag) {
        work.put(Work(perform: perform, flag: flag))
    }

    /// Lets the thread come round once.
    func comeRound() { pass({ _ in }, Flag()) }

    func end() {
        work.put(nil)
        thread.join()
    }
}

private struct CallbackContext {
    var beat: LoopBeat
    var flag: Flag

    init(beat: LoopBeat, flag: Flag) {
        self.beat = beat
        self.flag = flag
    }

    init(_ info: UnsafeMutableRawPointer?) {
        guard let info else { preconditionFailure("a test's callback needs its context") }
        self = info.assumingMemoryBound(to: CallbackContext.self).pointee
    }
}

/// Ends when the test says so.
@inline(never)
@Sendable
private func quietCallback(_ info: UnsafeMutableRawPointer?) {
    CallbackContext(info).flag.spin()
    _ = getppid()
}

/// Comes round once, as with a nested run, so that there is a stop which began in here.
@inline(never)
@Sendable
private func hangingCallback(_ info: UnsafeMutableRawPointer?) {
    let context = CallbackContext(info)
    context.beat.tick()
    context.flag.spin()
    _ = getppid()
}

@inline(never)
@Sendable
private func callbackInsideIntervals(_ info: UnsafeMutableRawPointer?) {
    let signposter = Signposter(category: "import")
    signposter.withIntervalSignpost("outer") {
        signposter.withIntervalSignpost("inner") { hangingCallback(info) }
    }
}

@inline(never)
@Sendable
private func callbackThatNeverReturns(_ info: UnsafeMutableRawPointer?) {
    CallbackContext(info).beat.tick()
    while true { _ = getppid() }
}
