import Synchronization

/// Timers of a mode.
extension CFRunLoop {
    /// Adds a timer to a mode, or to the common modes.
    package func add(_ timer: CFRunLoopTimer, to name: CFRunLoopMode) {
        guard name.kind == .commonModes else { return add(timer, toModeAlone: name) }
        timer.join(self) {
            commonTimers.insert(timer)
            return modesForCommonItems()
        }
        itemsChanged()
    }

    func add(_ timer: CFRunLoopTimer, toModeAlone name: CFRunLoopMode) {
        timer.join(self, modeNamed: name)
        itemsChanged()
    }

    /// Removes a timer from a mode, or from the common modes.
    package func remove(_ timer: CFRunLoopTimer, from name: CFRunLoopMode) {
        timer.leave(self) {
            if name != .commonModes { return existingMode(name).map { [$0] } ?? [] }
            return commonTimers.remove(timer) == nil ? [] : modes.filter(\.isCommon)
        }
        itemsChanged()
    }

    /// Whether a timer is in a mode, or among the common items.
    package func contains(_ timer: CFRunLoopTimer, in name: CFRunLoopMode) -> Bool {
        lock.withLock {
            if name == .commonModes { return commonTimers.contains(timer) && timer.isOwned(by: self) }
            return existingMode(name).map { timer.isIn($0, of: self) } ?? false
        }
    }

    /// Takes a timer out of every mode.
    func removeEverywhere(_ timer: CFRunLoopTimer) {
        timer.leave(self) {
            commonTimers.remove(timer)
            return modes
        }
    }

    /// A sleeping loop computes anew how long it sleeps, if another thread changed its items.
    @inline(__always)
    func itemsChanged() {
        if !isCurrent { wake.recomputeSleep() }
    }

    /// When the earliest timer of a mode fires, as a date; 0 without one.
    package func nextTimerFireDate(in name: CFRunLoopMode) -> CFAbsoluteTime {
        // As given, which for a timer that was made late lies before the time it is kept under.
        lock.withLock { existingMode(name)?.timers.first?.takeUnretainedValue().fireDate ?? 0 }
    }

    /// The earliest time at which a timer that is not being called fires. Takes the lock held.
    @inline(__always)
    func nextFireTime(in mode: ModeState) -> UInt64? {
        guard let earliest = mode.timers.earliest else { return nil }
        return depth < 2 ? earliest : nextFireTimeBesidesFiring(in: mode)
    }

    @inline(never)
    private func nextFireTimeBesidesFiring(in mode: ModeState) -> UInt64? {
        var limit = UInt64.max
        mode.timers.forEach(notAfter: &limit) { entry, timer, limit in
            if !timer._withUnsafeGuaranteedRef({ $0.isBeingCalled }) { limit = entry.deadline }
        }
        return limit == .max ? nil : limit
    }

    /// Until when a loop that has nothing due may sleep for its timers' sake. Takes the lock held.
    ///
    /// The earliest time by which one of them must have fired: those whose time has come by then fire in the same pass, and share
    /// the wake-up. Looks at few hundred timers at most; beyond that it sleeps until the first one's time.
    func timerSleepLimit(in mode: ModeState, next: UInt64?) -> UInt64? {
        guard let next, mode.tolerantTimers > 0 else { return next }
        var limit = UInt64.max
        var visited = 0
        mode.timers.forEach(notAfter: &limit) { entry, timer, limit in
            visited += 1
            if visited > 512 { return limit = 0 }
            timer._withUnsafeGuaranteedRef {
                if !$0.isBeingCalled { limit = min(limit, entry.deadline &+ $0.toleranceNanoseconds) }
            }
        }
        return visited > 512 ? next : max(limit, next)
    }

    /// Calls every timer of a mode that is due now, in order of time; those that become due meanwhile wait for their own pass.
    func fireTimers(in mode: ModeState) {
        noteCallOut()
        var limit = uptime
        var due: [(entry: TimerHeap<Unmanaged<CFRunLoopTimer>>.Entry, timer: CFRunLoopTimer)] = []
        lock.withLock {
            mode.timers.forEach(notAfter: &limit) { entry, timer, _ in
                let timer = timer.takeUnretainedValue()
                if !timer.isBeingCalled { due.append((entry, timer)) }
            }
        }
        if due.count > 1 { due.sort { TimerHeap<Unmanaged<CFRunLoopTimer>>.precedes($0.entry, $1.entry) } }
        for (_, timer) in due { timer.fire(on: self) }
    }
}

extension ModeState {
    /// Keeps the counts that are read without the lock.
    @inline(__always)
    func timerCountChanged(by change: Int) {
        timerCount.store(timers.count, ordering: .relaxed)
        itemCount.wrappingAdd(change, ordering: .relaxed)
    }
}
