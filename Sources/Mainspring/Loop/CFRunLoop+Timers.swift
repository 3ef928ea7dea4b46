internal import Locks
import Synchronization

/// Timers of a mode.
extension CFRunLoop {
    /// Adds a timer to a mode, or to the common modes.
    package func add(_ timer: CFRunLoopTimer, to name: CFRunLoopMode) {
        requireOwnProcess()
        guard name.kind == .commonModes else { return add(timer, toModeAlone: name) }
        addToCommonModes(timer)
    }

    /// Not inlined: adding a timer to one mode would save registers for it, which costs more than the process's check.
    @inline(never)
    private func addToCommonModes(_ timer: CFRunLoopTimer) {
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
        requireOwnProcess()
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
        lock.withLock { existingMode(name)?.timers.first?.timer.takeUnretainedValue().fireDate ?? 0 }
    }
}

extension ModeState {
    /// Keeps the counts that are read without the lock, which is held.
    @inline(__always)
    func timerCountChanged(by change: Int) {
        timerCount.store(timers.count, ordering: .relaxed)
        itemCount.store(itemCount.load(ordering: .relaxed) + change, ordering: .relaxed)
    }
}
