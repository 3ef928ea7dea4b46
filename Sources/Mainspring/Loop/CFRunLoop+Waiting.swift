internal import CLinux
internal import Diagnostics
internal import Locks
import Synchronization

/// Steps 7 and 8: sleep, and what ended it.
extension CFRunLoop {
    /// Waits for one live port; a pass that does not sleep looks once.
    ///
    /// Where several are ready they take turns, so that none keeps the others from being served.
    func wait(_ run: inout Activation, _ mode: ModeState) -> LivePort {
        run.kernelIsEmpty = false
        while true {
            wake.beginComputingSleep()
            var nextFire: UInt64?
            var sleepLimit: UInt64?
            if mode.timerCount.load(ordering: .relaxed) > 0 {
                lock.lock()
                nextFire = nextFireTime(in: mode)
                sleepLimit = timerSleepLimit(in: mode, next: nextFire)
                lock.unlock()
            }
            let now = nextFire == nil && run.deadline == nil ? 0 : uptime
            let timerIsDue = nextFire.map { $0 <= now } ?? false

            if timerIsDue || wake.hasPendingWakeUp {
                if mainQueue.isQuestionOpen {
                    if let port = answerMainQueueQuestion(in: mode) { return port }
                    run.kernelIsEmpty = heldEvents.isEmpty
                }
                if let port = takeTurn(&run, mode, now: now, timerIsDue: timerIsDue) { return port }
                continue
            }
            if run.polls || mainQueueIsWaiting(in: mode) || run.deadline.map({ $0 <= now }) ?? false
                || hasReadyFile(in: mode)
            {
                if let port = pollKernel(mode) { return port }
                if run.polls || run.deadline.map({ $0 <= now }) ?? false { return .none }
                continue
            }
            if let port = sleep(&run, mode, until: earlier(sleepLimit, run.deadline), now: now) { return port }
        }
    }

    /// Serves, of several that are ready, the one whose turn it is.
    private func takeTurn(_ run: inout Activation, _ mode: ModeState, now: UInt64, timerIsDue: Bool) -> LivePort? {
        for step in 1...3 {
            guard let kind = LivePort.Kind(rawValue: (run.lastPort.rawValue + step) % 3) else { continue }
            switch kind {
            case .kernel:
                guard let port = pollKernel(mode, isEmpty: run.kernelIsEmpty) else { continue }
                run.lastPort = .kernel
                return port
            case .timer:
                guard timerIsDue else { continue }
                run.lastPort = .timer
                return .timers(now)
            case .wakeUp:
                guard wake.takePending() else { continue }
                run.lastPort = .wakeUp
                return .wakeUp
            }
        }
        return nil
    }

    /// What the kernel has ready now; it is not asked where it is known to have nothing.
    func pollKernel(_ mode: ModeState, isEmpty: Bool = false) -> LivePort? {
        if mainQueueIsWaiting(in: mode), mainQueue.takeReady() { return .mainQueue }
        if fileHasTurn {
            fileHasTurn = false
            if let file = takeReadyFile(in: mode) { return file }
        }
        while true {
            let event = isEmpty ? .nothing : takeEvent(waiting: 0)
            if case .nothing = event { return takeReadyFile(in: mode) }
            if let port = port(of: event, mode) {
                fileHasTurn = true
                return port
            }
            // Behind what meant nothing the kernel may have told of the main queue.
            if mainQueueIsWaiting(in: mode), mainQueue.takeReady() { return .mainQueue }
        }
    }

    /// Sleeps until a time, at most. Nil if nothing came that a pass is to see.
    private func sleep(_ run: inout Activation, _ mode: ModeState, until limit: UInt64?, now: UInt64) -> LivePort? {
        if SleepGuards.areThere, let port = pollKernel(mode) { return port }
        if let refusal = SleepGuards.ask(self, mode.name, deadline: run.deadline) {
            report(refusal)
            run.isRefused = true
            return LivePort.none
        }
        if run.isInsideFoundation, foundation.isOwedATurn {
            // After a descriptor a look often finds the next one.
            if run.expectsEvent, let port = pollKernel(mode) { return port }
            run.expectsEvent = false
            if foundationTakesTurn(now: now) { return .foundation }
        }
        sleepCount &+= 1
        // A call-out for a closed descriptor may change the timers that the sleep was computed from.
        if sleepCount & 63 == 0, checkDescriptors() { return nil }
        guard wake.beginSleep() else {
            if wake.takeLoss() { wakeDescriptorIsLost() }
            return nil
        }
        beat.sleeps()
        let slice = LoopTrace.begin(.sleep)
        let event = sleepInKernel(until: limit, now: now)
        LoopTrace.end(slice)
        beat.wakes()
        wake.endSleep()
        if mainQueue.isLost { mainQueue.noteReady() }
        switch event {
        case .nothing, .unusable:
            run.kernelIsEmpty = true
            // The time is over, or a signal came; the caller looks which.
            return run.deadline.map { $0 <= uptime } ?? false && nextTimerIsNotDue(in: mode) ? LivePort.none : nil
        case .own(.wake):
            return wake.takePending() ? .wakeUp : nil
        case .own:
            return port(of: event, mode)
        case .descriptor:
            run.expectsEvent = true
            return port(of: event, mode)
        }
    }

    private func sleepInKernel(until limit: UInt64?, now: UInt64) -> Poller.Event {
        if let participant = clockParticipant, let clock = clock as? VirtualClock {
            return clock.wait(for: participant, until: limit)
        }
        guard let limit else { return takeEvent(waiting: -1) }
        let current = now != 0 ? now : uptime
        return takeEvent(waiting: limit > current ? Int64(clamping: limit - current) : 0)
    }

    func mainQueueIsWaiting(in mode: ModeState) -> Bool {
        isMain && mainQueue.isKnownReady && servesMainQueue(in: mode)
    }

    private func nextTimerIsNotDue(in mode: ModeState) -> Bool {
        let next = lock.withLock { nextFireTime(in: mode) }
        return next.map { $0 > uptime } ?? true
    }

    /// What an event of the kernel means for a run in a mode; nil if it means nothing to it.
    func port(of event: Poller.Event, _ mode: ModeState) -> LivePort? {
        switch event {
        case .nothing, .unusable, .own(.wake), .own(.deadline):
            // The bit of a wake-up says whether there was one, and the timers know their time.
            return nil
        case .own(.foundation):
            if foundation.servesHost(in: mode) { return .foundation }
            unwatchFoundation()
            return nil
        case .own(.reminder):
            return answerReminder(in: mode)
        case .own(.mainQueue):
            mainQueue.noteReady()
            guard servesMainQueue(in: mode), mainQueue.takeReady() else { return nil }
            return .mainQueue
        case .descriptor(let descriptor, let generation, let events):
            return readySource(descriptor, generation, events, mode)
        }
    }

    private func earlier(_ left: UInt64?, _ right: UInt64?) -> UInt64? {
        guard let left else { return right }
        guard let right else { return left }
        return min(left, right)
    }
}
