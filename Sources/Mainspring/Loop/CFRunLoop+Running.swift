internal import CLinux
internal import Diagnostics
internal import Locks
import Synchronization

/// Runs: from entry to exit, one inside the other.
extension CFRunLoop {
    /// Seconds beyond which a run or a timer has no end: 16 years, Apple's limit.
    static let secondsLimit: CFTimeInterval = 504_911_232
    private static let hasReportedInvalidMode = Atomic<Bool>(false)

    /// Runs in a mode until it is over; the calling thread must be the loop's.
    package func run(
        in name: CFRunLoopMode, seconds: CFTimeInterval, returnAfterSourceHandled: Bool
    ) -> CFRunLoopRunResult {
        if depth > 0, LoopTrace.isOn {
            return run(in: name, seconds: seconds, returnAfterSourceHandled, LoopTrace.begin(.nestedRun, in: name))
        }
        return run(in: name, seconds: seconds, returnAfterSourceHandled)
    }

    /// The same, as a slice of a trace. The watchdog finds by its name in a stack where a run begins, as by that of the
    /// other; a private function has none that begins like it.
    @inline(never)
    func run(
        in name: CFRunLoopMode, seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool, _ slice: LoopSlice?
    ) -> CFRunLoopRunResult {
        let result = run(in: name, seconds: seconds, returnAfterSourceHandled)
        LoopTrace.end(slice)
        return result
    }

    @inline(__always)
    private func run(
        in name: CFRunLoopMode, seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
    ) -> CFRunLoopRunResult {
        if name == .commonModes {
            reportInvalidRunMode(name)
            return .finished
        }
        requireOwnProcess()
        requireOwnThread()
        if guest?.isPrepared == true { finishGuestTurn(looks: false) }
        let outerDuty = takeMainQueueDuty()
        defer { giveBack(outerDuty) }
        guard let entered = enter(name) else { return .finished }
        let mode = entered.mode
        let isPoll = seconds <= 0
        let isEndless = !(seconds <= Self.secondsLimit)
        callObservers(.entry, mode)
        var run = Activation(
            deadline: isPoll || isEndless ? nil : uptime &+ RunLoopClock.nanoseconds(seconds),
            isPoll: isPoll, returnsAfterSource: returnAfterSourceHandled)
        var result: CFRunLoopRunResult?
        if wake.takeStop() { result = .stopped }
        if isMain, watchFoundation(in: mode), !isPoll {
            if result == nil { result = runAroundFoundation(&run, mode) }
        } else {
            while result == nil { result = pass(&run, mode) }
        }
        callObservers(.exit, mode)
        leave(entered)
        return result ?? .finished
    }

    /// What a run found when it began, and puts back when it ends.
    struct Entered {
        let mode: ModeState
        let outerMode: ModeState?
        let outerRun: WakeWord.OuterRun
        /// Of a run inside a call-out.
        let outerNesting: UInt64
    }

    /// Goes over to a mode; nil where there is nothing to run for.
    func enter(_ name: CFRunLoopMode) -> Entered? {
        lock.lock()
        if let mode = existingMode(name), mode !== currentMode, !descriptors.parked.isEmpty {
            let failures = armDescriptors(for: mode)
            lock.unlock()
            failures.tell()
            lock.lock()
        }
        guard !hasEnded, let mode = existingMode(name), !isEmpty(mode) || isBecomingGuest else {
            lock.unlock()
            return nil
        }
        let outerMode = currentMode
        // A run inside a timer's call has due timers of its own.
        if let outerMode { collectDueTimers(in: outerMode) }
        currentMode = mode
        lock.unlock()
        let entered = Entered(
            mode: mode, outerMode: outerMode, outerRun: wake.beginRun(),
            outerNesting: depth > 0 ? beat.beginsNested() : 0)
        if depth == 0 { prepareToRun() }
        depth += 1
        lastDescriptor = DescriptorStreak()
        return entered
    }

    /// Goes back to the mode outside.
    func leave(_ entered: Entered) {
        depth -= 1
        // After a nested run its call-out goes on; after the outermost one the loop owes nobody a beat.
        if depth > 0 { beat.endsNested(entered.outerNesting) }
        if depth == 0 { beat.rests() } else { beat.resumes() }
        wake.endRun(entered.outerRun)
        lock.lock()
        currentMode = entered.outerMode
        var failures: [DescriptorFailure] = []
        if let outerMode = entered.outerMode, outerMode !== entered.mode, !descriptors.parked.isEmpty {
            failures = armDescriptors(for: outerMode)
        }
        lock.unlock()
        failures.tell()
    }

    /// Begins to watch a descriptor of the loop's own. If its number is still in the table, the file it meant there was
    /// closed.
    func watch(_ descriptor: Int32, as own: Poller.Own) {
        lock.lock()
        let failures = descriptors[descriptor].map { closed($0) } ?? []
        poller.add(descriptor, as: own)
        lock.unlock()
        failures.tell()
    }

    /// Watches the loop's own descriptors except the wake-up descriptor, which an epoll has from the beginning. The
    /// lock is held.
    func addOwnDescriptors() {
        if mainQueue.registeredDescriptor >= 0 { poller.add(mainQueue.registeredDescriptor, as: .mainQueue) }
        if deadlineDescriptor >= 0 { poller.add(deadlineDescriptor, as: .deadline) }
        if foundation.isWatched { poller.add(foundation.portSet, as: .foundation) }
        if foundation.reminder >= 0 { poller.add(foundation.reminder, as: .reminder) }
    }

    /// `CFRunLoopRun`: runs in the default mode until stopped or finished.
    package func runUntilStopped() {
        var result = CFRunLoopRunResult.timedOut
        while result != .stopped && result != .finished {
            result = run(in: .defaultMode, seconds: 1.0e10, returnAfterSourceHandled: false)
        }
    }

    /// What a thread's outermost run needs before it begins.
    private func prepareToRun() {
        if !sleepsPrecisely {
            mainspring_sleep_precisely()
            sleepsPrecisely = true
        }
        beat.adoptCurrentThread()
        if isMain { adoptMainQueue() }
        joinClock()
    }

    /// A loop runs on its own thread only.
    private func requireOwnThread() {
        guard !isCurrent, !hasEndedForever else { return }
        if isMain {
            programmerError(
                """
                The main run loop was run from another thread than the process's initial one. Run it from there: give the \
                program a synchronous `main`, or adopt `MainLoopProgram`; after an `await` in an `async main` the initial \
                thread is gone.
                """)
        }
        programmerError(
            "A run loop was run from another thread than its own. Post to it with CFRunLoopPerformBlock instead.")
    }

    private func reportInvalidRunMode(_ name: CFRunLoopMode) {
        guard !Self.hasReportedInvalidMode.exchange(true, ordering: .relaxed) else { return }
        report(
            "Mainspring: a run loop cannot run in mode “\(name.rawValue)”; name one mode, such as .defaultMode. Said once."
        )
    }
}
