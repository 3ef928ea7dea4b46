internal import CLinux
internal import Locks
import Synchronization

/// When a pass is to wake for its timers, and their calls.
extension CFRunLoop {
    /// The earliest time at which a timer that is not being called fires. Takes the lock held.
    @inline(__always)
    func nextFireTime(in mode: ModeState) -> UInt64? {
        guard let earliest = mode.timers.earliest else { return nil }
        return depth < 2 && !hasTimerInForeignCall ? earliest : nextFireTimeBesidesFiring(in: mode)
    }

    @inline(never)
    private func nextFireTimeBesidesFiring(in mode: ModeState) -> UInt64? {
        var limit = UInt64.max
        var isAnyCalled = false
        mode.timers.forEach(notAfter: &limit) { entry, scheduled, limit in
            if scheduled.isBeingCalled { isAnyCalled = true } else { limit = entry.deadline }
        }
        if depth < 2, !isAnyCalled { hasTimerInForeignCall = false }
        return limit == .max ? nil : limit
    }

    /// Until when a loop that has nothing due may sleep for its timers' sake. Takes the lock held.
    ///
    /// The earliest time by which one of them must have fired: those whose time has come by then fire in the same pass,
    /// and share the wake-up. Looks at few hundred timers at most; beyond that it sleeps until the first one's time.
    func timerSleepLimit(in mode: ModeState, next: UInt64?) -> UInt64? {
        guard let next else { return nil }
        // It will be called, unless something comes before, and by then its memory is at hand.
        if let first = mode.timers.first { mainspring_prefetch(first.timer.toOpaque()) }
        guard mode.tolerantTimers > 0 else { return next }
        // Where tolerances are much alike, the least of them gives nearly the same time as a look at each timer.
        if depth < 2, !hasTimerInForeignCall, let first = mode.timers.first, mode.leastTolerance >= first.tolerance / 2
        {
            return next &+ mode.leastTolerance
        }
        var limit = UInt64.max
        var visited = 0
        mode.timers.forEach(notAfter: &limit) { entry, scheduled, limit in
            visited += 1
            if visited > 512 { return limit = 0 }
            let last = entry.deadline &+ scheduled.tolerance
            if last < limit, !scheduled.isBeingCalled { limit = last }
        }
        return visited > 512 ? next : max(limit, next)
    }

    /// Calls every timer of a mode that is due by a time, in order of time; those that become due meanwhile wait for
    /// their own pass.
    ///
    /// As long as nothing else changes what is due, the next one is at the front of the heap, and nothing needs to be
    /// collected.
    func fireTimers(in mode: ModeState, dueBy limit: UInt64) {
        noteCallOut()
        lock.lock()
        // Those of a run further out, inside whose call this one is.
        let outer = mode.dueTimers
        mode.dueTimers = []
        mode.dueLimit = limit
        while let first = mode.timers.first, mode.timers.hasEntry(upTo: limit), mode.dueLimit == limit {
            let timer = first.timer.retain()
            var call = CFRunLoopTimer.Call()
            // It is being called further out; or by the loop from which its own call has brought it here.
            guard call.begin(timer, by: limit) else {
                if depth < 2 { hasTimerInForeignCall = true }
                collectDueTimers(in: mode)
                lock.unlock()
                timer.release()
                lock.lock()
                break
            }
            mode.timers.forEachNext { mainspring_prefetch($0.timer.toOpaque()) }
            lock.unlock()
            finishCall(timer, call)
            lock.lock()
        }
        let due = mode.dueTimers
        mode.dueLimit = nil
        mode.dueTimers = outer
        lock.unlock()
        for timer in due { fire(timer) }
    }

    /// Something is about to change what is due, so the rest of it is collected first; a no-op outside
    /// ``fireTimers(in:dueBy:)``. The lock is held.
    func collectDueTimers(in mode: ModeState) {
        guard var limit = mode.dueLimit else { return }
        mode.dueLimit = nil
        mode.timers.forEach(notAfter: &limit) { entry, scheduled, _ in
            if !scheduled.isBeingCalled { mode.dueTimers.append(DueTimer(entry, scheduled.timer)) }
        }
        mode.dueTimers.sort()
    }

    /// Calls a timer that was due when the pass began, unless an earlier call has taken it out of its last mode, moved
    /// or ended it.
    private func fire(_ due: DueTimer) {
        // The present time, since one that was moved to a time in the past has got the present.
        let now = uptime
        lock.lock()
        var call = CFRunLoopTimer.Call()
        let isDue = due.timer._withUnsafeGuaranteedRef { $0.isOwned(by: self) } && call.begin(due.timer, by: now)
        lock.unlock()
        if isDue { finishCall(due.timer, call) } else { due.timer.release() }
    }

    /// Calls a timer whose call has begun, and lets go of it.
    @inline(__always)
    private func finishCall(_ timer: Unmanaged<CFRunLoopTimer>, _ call: consuming CFRunLoopTimer.Call) {
        call.make(timer)
        requireOwnProcess()
        timer._withUnsafeGuaranteedRef { if $0.repeats { $0.endCall() } else { $0.invalidate() } }
        timer.release()
    }
}

/// A timer that is due at the beginning of a pass.
struct DueTimer: Comparable {
    private let entry: TimerEntry
    /// Comes with a reference, which whoever calls it gives back.
    let timer: Unmanaged<CFRunLoopTimer>

    init(_ entry: TimerEntry, _ timer: Unmanaged<CFRunLoopTimer>) {
        self.entry = entry
        self.timer = timer.retain()
    }

    @inline(__always)
    static func < (left: DueTimer, right: DueTimer) -> Bool {
        TimerEntry.precedes(left.entry, right.entry)
    }

    @inline(__always)
    static func == (left: DueTimer, right: DueTimer) -> Bool { left.entry.sequence == right.entry.sequence }
}

extension ScheduledTimer {
    /// Whether its call is going on. The loop's lock is held.
    @inline(__always)
    var isBeingCalled: Bool { timer._withUnsafeGuaranteedRef { $0.isFiring } }
}

extension CFRunLoopTimer {
    /// Begins its call, if it is due at a time. The loop's lock is held.
    ///
    /// The handler of a timer that fires once is taken out: the timer lives until the call is over and it is invalid,
    /// and then needs it no more.
    @inline(__always)
    fileprivate func beginCall(by limit: UInt64, _ call: inout Call) -> Bool {
        guard isValid, !isFiring, fireTime <= limit else { return false }
        isFiring = true
        wasMovedInCall = false
        if repeats { call.handler = handler } else { swap(&call.handler, &handler) }
        return true
    }

    /// A call that has begun. Not copyable, so that the handler goes when the call is over, and not when the lock is
    /// held again: what it captured may end with a call of ours.
    fileprivate struct Call: ~Copyable {
        fileprivate var handler: Handler?

        /// Begins the call of a timer, if it is due at a time. The loop's lock is held.
        @inline(__always)
        mutating func begin(_ timer: Unmanaged<CFRunLoopTimer>, by limit: UInt64) -> Bool {
            timer._withUnsafeGuaranteedRef { $0.beginCall(by: limit, &self) }
        }

        @inline(__always)
        consuming func make(_ timer: Unmanaged<CFRunLoopTimer>) {
            var taken: Handler?
            swap(&taken, &handler)
            if let taken { CallOuts.timer(timer, taken) }
        }
    }

    /// The call of a repeating timer is over: it gets its next time.
    fileprivate func endCall() {
        exclusively {
            if isValid, !wasMovedInCall { advance() }
            isFiring = false
            owningLoop?._withUnsafeGuaranteedRef { $0.itemsChanged() }
        }
    }
}
