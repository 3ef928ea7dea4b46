internal import CLinux
internal import Diagnostics

/// Foundation's main loop inside ours: what the main loop knows of it. The main thread alone uses it.
///
/// Foundation's `Timer`, its `RunLoop.main` and what rides on them wait in an epoll of their own, which stands in ours
/// while our main loop runs; when it is readable Foundation's loop goes round once. A loop of Foundation's drops
/// wake-ups while it does not run. Therefore ours runs inside a round of it, called by an observer: Foundation listens
/// as long as we sleep.
struct HostedFoundation {
    /// Its epoll; -1 until it was looked for, or where it cannot be found.
    private(set) var portSet: Int32 = -1
    private var wasLookedFor = false
    /// The epoll is in ours.
    fileprivate(set) var isWatched = false

    /// Something of ours was called since Foundation last went round, and may have given it blocks without waking it,
    /// as `RunLoop.perform` does.
    private(set) var isOwedATurn = true

    /// A loop that sleeps and wakes more often than this, in nanoseconds, asks it no more often: a question costs 0.3
    /// us and two system calls. Instead a descriptor reminds the loop to ask, after this.
    private static let leastSpan: UInt64 = 100_000
    private static let reminderSpan: UInt64 = 1_000_000
    private var lastAsked: UInt64 = 0
    /// A timerfd; -1 until it was needed.
    fileprivate(set) var reminder: Int32 = -1
    private var isReminded = false

    /// Something is called that may give it blocks.
    @inline(__always)
    mutating func getsADebt() { isOwedATurn = true }

    /// Whether it is time to ask.
    @inline(__always)
    func isToBeAsked(at now: UInt64) -> Bool { now &- lastAsked >= Self.leastSpan }

    /// Asks whether it has something to do; in any case it is not owed anything then.
    mutating func takesTurn(at now: UInt64) -> Bool {
        lastAsked = now
        isOwedATurn = false
        return mainspring_foundation_has_work()
    }

    /// Arms the timer that interrupts a long sleep. Returns false if other code has closed the timer descriptor.
    @inline(__always)
    fileprivate mutating func remind(at now: UInt64) -> Bool {
        if isReminded { return true }
        isReminded = mainspring_deadline_set(reminder, now + Self.reminderSpan)
        return isReminded
    }

    /// Forgets the timer descriptor, which other code has closed. Another one is opened when it is needed.
    mutating func forgetReminder() {
        reminder = -1
        isReminded = false
    }

    /// Forgets Foundation's epoll, which other code has closed.
    mutating func forgetPortSet() {
        isWatched = false
        portSet = -1
    }

    /// The reminder has come.
    mutating func wasReminded() { isReminded = false }

    /// Whether a run in a mode serves it.
    func servesHost(in mode: ModeState) -> Bool { isWatched && mode.isCommon }

    fileprivate mutating func find() -> Bool {
        if !wasLookedFor {
            wasLookedFor = true
            guard mainspring_foundation_is_present() else { return false }
            portSet = mainspring_foundation_main_port_set()
            if portSet < 0 {
                report(
                    """
                    Mainspring: this version of Foundation does not tell what its main run loop waits for, so its timers do not \
                    fire while CFRunLoopRun of Mainspring runs. Use FoundationLoop.join() and RunLoop.main.run() instead. Said once.
                    """)
            }
        }
        return portSet >= 0
    }
}

extension CFRunLoop {
    /// Begins to watch Foundation's loop for a run in a mode. False where there is none to host.
    func watchFoundation(in mode: ModeState) -> Bool {
        guard isMain, mode.isCommon, guest?.attachment == nil, foundation.find() else { return false }
        if !foundation.isWatched {
            foundation.isWatched = true
            watch(foundation.portSet, as: .foundation)
        }
        return true
    }

    /// Whether Foundation's loop has to go round before a sleep; where it is too early to ask, it will be asked during
    /// the sleep.
    @inline(__always)
    func foundationTakesTurn(now known: UInt64) -> Bool {
        let now = known == 0 || clockIsVirtual ? mainspring_monotonic_now() : known
        if clockIsVirtual || !poller.isOpen || foundation.isToBeAsked(at: now) { return foundation.takesTurn(at: now) }
        if foundation.reminder < 0 {
            foundation.reminder = mainspring_deadline_make()
            // Without a timer descriptor Foundation is asked at each sleep.
            if foundation.reminder < 0 { return foundation.takesTurn(at: now) }
            watch(foundation.reminder, as: .reminder)
        }
        if foundation.remind(at: now) { return false }
        reportClosed("timer", "the loop has another one now")
        foundation.forgetReminder()
        return foundation.takesTurn(at: now)
    }

    /// Asks Foundation's loop in the middle of a sleep.
    func answerReminder(in mode: ModeState) -> LivePort? {
        foundation.wasReminded()
        guard foundation.isOwedATurn, foundation.servesHost(in: mode) else { return nil }
        return foundation.takesTurn(at: mainspring_monotonic_now()) ? .foundation : nil
    }

    /// Ends that, until a run serves it: one that does not has found it ready, or it has become the host.
    func unwatchFoundation() {
        guard foundation.isWatched else { return }
        foundation.isWatched = false
        _ = poller.remove(foundation.portSet)
    }

    /// A run whose passes are called from inside rounds of Foundation's loop.
    func runAroundFoundation(_ run: inout Activation, _ mode: ModeState) -> CFRunLoopRunResult? {
        let hosted = HostedRun(loop: self, mode: mode, run: run)
        hosted.run.isInsideFoundation = true
        // What Foundation was given before, when nobody listened.
        roundOfFoundation()
        while hosted.result == nil {
            mainspring_foundation_pass_around(
                { Unmanaged<HostedRun>.fromOpaque($0!).takeUnretainedValue().goRound() },
                Unmanaged.passUnretained(hosted).toOpaque())
        }
        run = hosted.run
        return hosted.result
    }

    /// Something is called that is neither an observer nor a descriptor's source.
    @inline(__always)
    func noteCallOut() {
        lastDescriptor.interrupt()
        foundation.getsADebt()
    }

    /// Foundation's loop has something to do.
    func foundationIsReady(_ run: inout Activation) {
        if run.isInsideFoundation {
            run.yieldsToFoundation = true
        } else {
            roundOfFoundation()
        }
    }

    /// Foundation's loop goes round without ours in it.
    private func roundOfFoundation() {
        let slice = LoopTrace.begin(.foundation)
        mainspring_foundation_pass()
        LoopTrace.end(slice)
    }
}

/// A run of ours inside rounds of Foundation's loop.
private final class HostedRun {
    let loop: CFRunLoop
    let mode: ModeState
    var run: CFRunLoop.Activation
    var result: CFRunLoopRunResult?
    /// Foundation's loop goes on with its round.
    private var foundationsTurn: LoopSlice?

    init(loop: CFRunLoop, mode: ModeState, run: CFRunLoop.Activation) {
        self.loop = loop
        self.mode = mode
        self.run = run
    }

    /// Our passes, until the run is over or Foundation's loop is to go on.
    func goRound() {
        LoopTrace.end(foundationsTurn)
        run.yieldsToFoundation = false
        while result == nil, !run.yieldsToFoundation { result = loop.pass(&run, mode) }
        foundationsTurn = result == nil ? LoopTrace.begin(.foundation) : nil
    }
}
