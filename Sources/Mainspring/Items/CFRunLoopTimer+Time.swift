internal import Diagnostics

/// When a timer fires.
extension CFRunLoopTimer {
    /// When it fires next, as a date; 0 once it is not valid.
    var nextFireDate: CFAbsoluteTime {
        get { isValid ? exclusively { fireDate } : 0 }
        set {
            guard isValid else { return }
            exclusively {
                owningLoop?._withUnsafeGuaranteedRef { $0.requireOwnProcess() }
                setFireDate(newValue)
                owningLoop?._withUnsafeGuaranteedRef { if !$0.isCurrent { $0.wake.wakeUp() } }
            }
        }
    }

    /// How much later than its time it may fire, so that wake-ups can be shared, in seconds; at most half the interval
    /// of a repeating timer.
    var tolerance: CFTimeInterval {
        get { exclusively { toleranceSeconds } }
        set {
            if newValue.isNaN {
                programmerError("A run loop timer was given a tolerance that is not a number. Give seconds, or 0.")
            }
            let allowed = max(0, repeats ? min(newValue, interval / 2) : newValue)
            exclusively {
                let wasTolerant = isTolerant
                toleranceSeconds = allowed
                isTolerant = allowed != 0
                let nanoseconds = RunLoopClock.nanoseconds(allowed)
                places.forEach { mode, slot in
                    mode.timers[slot].tolerance = nanoseconds
                    mode.leastTolerance = min(mode.leastTolerance, nanoseconds)
                    if wasTolerant != isTolerant { mode.tolerantTimers += isTolerant ? 1 : -1 }
                }
                owningLoop?._withUnsafeGuaranteedRef { $0.itemsChanged() }
            }
        }
    }

    // MARK: With exclusive access

    private func setFireDate(_ date: CFAbsoluteTime) {
        fireDate = date
        fireTime = clock.uptime(at: date)
        wasMovedInCall = isFiring
        reposition()
    }

    /// Comes to a loop with another clock than that of the thread it was made on.
    func follow(_ newClock: RunLoopClock) {
        clock = newClock
        if fireTime != .max { fireTime = newClock.uptime(at: fireDate) }
    }

    /// Follows its loop to another clock: what was left until it fires stays the same.
    func move(to newClock: RunLoopClock, from oldClock: RunLoopClock) {
        let left = fireTime &- min(fireTime, oldClock.uptime)
        clock = newClock
        // Never stays never.
        if fireTime == .max { return }
        fireTime = newClock.uptime &+ left
        fireDate = newClock.absoluteTime + (fireDate - oldClock.absoluteTime)
        reposition()
    }

    /// Goes on to the first time of the grid that is still to come.
    func advance() {
        let step = max(1, RunLoopClock.nanoseconds(interval))
        let now = clock.uptime
        let steps = now < fireTime ? 1 : (now - fireTime) / step + 1
        fireTime = fireTime &+ steps &* step
        // Not counted from the date as given: one that had passed when it was set counts from then.
        fireDate = clock.absoluteTime(at: fireTime)
        reposition()
    }
}
