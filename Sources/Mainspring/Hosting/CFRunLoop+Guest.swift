internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Locks

/// The loop inside another's (ours): GLib's, SDL's, Qt's, Foundation's.
///
/// A host watches ``fileDescriptor`` for readability beside its own. Before it sleeps it calls ``prepare(before:)``,
/// after it has woken ``dispatch()``. The loop then runs in its default mode, one pass for each turn of the host. All
/// of it on the loop's thread.
extension CFRunLoop {
    /// Ours: the descriptor that is readable when the loop has something to do, the time of its next timer included;
    /// never read or close it. It stays the same for the loop's life.
    ///
    /// If the process cannot open a descriptor, it is -1, and that is logged. The next access tries again.
    public var fileDescriptor: Int32 {
        requireOwnProcess()
        let (descriptor, failure) = lock.withLock {
            guard hostDescriptor < 0 else { return (hostDescriptor, Int32(0)) }
            hostDescriptor = poller.makeFrame()
            return (hostDescriptor, hostDescriptor < 0 ? errno : 0)
        }
        if failure != 0 { Self.reportShortage("A run loop has no descriptor for its host", failure) }
        return descriptor
    }

    /// Ours: goes through everything that comes before the sleep, the observers of `.beforeWaiting` included, so that
    /// what the host's own callbacks changed is seen.
    ///
    /// - Parameter limit: How long the host would sleep anyway; nil without end.
    /// - Returns: How long it may sleep at most; nil without end, zero when there is something to do at once.
    @discardableResult
    public func prepare(before limit: Duration? = nil) -> Duration? {
        requireGuestThread()
        if guest == nil { beginGuest(hostDrainsMainQueue: false) }
        if guest?.isPrepared == true { finishGuestTurn(looks: false) }
        guard let session = guest else { return limit }
        var run = session.run
        let port = beginPass(&run, session.mode)
        // What is called here, and below, may end the session.
        guard guest != nil else { return limit }
        let isWaiting = port == nil && !run.polls
        guest?.run = run
        guest?.isWaiting = isWaiting
        guest?.knownPort = port
        guest?.isPrepared = true
        if isWaiting { callObservers(.beforeWaiting, session.mode) }
        guard guest != nil else { return limit }
        guard isWaiting, let allowance = beginGuestSleep(session.mode) else { return .zero }
        guard let longest = allowance.longest else { return limit }
        return limit.map { min($0, longest) } ?? longest
    }

    /// Ours: handles one thing that is ready, if there is one, and what follows from it.
    ///
    /// - Returns: `.stopped` when `CFRunLoopStop` was called for the loop, else nil.
    @discardableResult
    public func dispatch() -> CFRunLoopRunResult? {
        requireGuestThread()
        return guest?.isPrepared == true ? finishGuestTurn(looks: true) : nil
    }

    /// Ours: ends the loop's life inside another's, with the observers of `.exit`. It begins again with the next
    /// ``prepare(before:)``.
    public func endGuest() {
        requireGuestThread()
        if guest?.isPrepared == true { finishGuestTurn(looks: false) }
        guard let session = guest else { return }
        callObservers(.exit, session.mode)
        guest = nil
        hostDrainsMainQueue = false
        leave(session.entered)
    }

    /// Begins it: as a run in the default mode does, but it lasts until ``endGuest()``.
    func beginGuest(hostDrainsMainQueue: Bool) {
        if clockIsVirtual {
            programmerError(
                "A run loop with a virtual clock was to be another loop's guest, which sleeps in real time. Give it the system's clock."
            )
        }
        isBecomingGuest = true
        let entered = enter(.defaultMode)
        isBecomingGuest = false
        guard let entered else {
            programmerError("A run loop whose thread has ended was to be another loop's guest.")
        }
        self.hostDrainsMainQueue = hostDrainsMainQueue
        guest = GuestSession(
            run: Activation(deadline: nil, isPoll: false, returnsAfterSource: false), entered: entered)
        callObservers(.entry, entered.mode)
    }

    /// Ends a turn of the host, with something that is ready if it is to look for that.
    @discardableResult
    func finishGuestTurn(looks: Bool) -> CFRunLoopRunResult? {
        guard var session = guest else { return nil }
        if wake.isSleeping {
            beat.wakes()
            wake.endSleep()
        }
        guest?.isPrepared = false
        var port = session.knownPort
        if port == nil, looks {
            // Looks and does not sleep: the host has slept.
            session.run.polls = true
            port = wait(&session.run, session.mode)
        }
        wake.ignore()
        if session.isWaiting {
            callObservers(.afterWaiting, session.mode)
            port = port.flatMap { stillHolding($0, session.mode) }
        }
        let result = finishPass(&session.run, session.mode, port ?? .none)
        guest?.run = session.run
        guest?.knownPort = nil
        return result == .stopped ? .stopped : nil
    }

    /// How long a host may sleep.
    private struct Allowance {
        /// Nil without end.
        let longest: Duration?
    }

    /// Says that the host sleeps for the loop; nil where something is to be done first.
    private func beginGuestSleep(_ mode: ModeState) -> Allowance? {
        wake.beginComputingSleep()
        let (next, limit) = lock.withLock {
            let next = nextFireTime(in: mode)
            return (next, timerSleepLimit(in: mode, next: next))
        }
        let now = uptime
        if let next, next <= now { return nil }
        if wake.hasPendingWakeUp || mainQueueIsWaiting(in: mode) || hasReadyFile(in: mode) { return nil }
        sleepCount &+= 1
        if sleepCount & 63 == 0, checkDescriptors() { return nil }
        guard wake.beginSleep() else {
            if wake.takeLoss() { wakeDescriptorIsLost() }
            return nil
        }
        beat.sleeps()
        tellDeadline(limit)
        let longest = limit.map { Duration.nanoseconds(Int64(clamping: $0 - min($0, now))) }
        // Nothing wakes the host of a loop without descriptors.
        if !poller.isOpen { return Allowance(longest: min(longest ?? Self.sliceWithoutEpoll, Self.sliceWithoutEpoll)) }
        return Allowance(longest: longest)
    }

    /// Makes the loop's descriptor readable at a time, for hosts that look at nothing else.
    private func tellDeadline(_ time: UInt64?) {
        if deadlineDescriptor < 0 {
            guard time != nil else { return }
            deadlineDescriptor = mainspring_deadline_make()
            if deadlineDescriptor < 0 { return reportMissingDeadline(errno) }
            watch(deadlineDescriptor, as: .deadline)
        }
        if mainspring_deadline_set(deadlineDescriptor, time ?? 0) { return }
        reportClosed("timer", "the loop has another one now")
        // The number may mean another file by now, so it is left alone.
        deadlineDescriptor = -1
        tellDeadline(time)
    }

    /// Logs once that the descriptor does not become readable for timers: a host that watches nothing else is late for
    /// them.
    private func reportMissingDeadline(_ code: Int32) {
        guard !hasReportedShortage else { return }
        hasReportedShortage = true
        Self.reportShortage(
            "A run loop has no timer descriptor, so its host learns of timers by prepare(before:) alone", code)
    }

    private func requireGuestThread() {
        requireOwnProcess()
        if !isCurrent {
            programmerError(
                "A run loop's host called it on another thread than the loop's own. Host a loop on its own thread.")
        }
    }
}
