/// Times to the nanosecond, for what keeps to a grid of its loop's clock: a date is exact to 0.1 us only.
extension CFRunLoopTimer {
    /// The clock of the loop that it is in, or was in last.
    package var currentClock: RunLoopClock { exclusively { clock } }

    /// When it fires next, in nanoseconds of its clock; nil never, and then it wakes nobody but stays in its modes.
    ///
    /// Set inside its own call it takes the place of the next time of the interval. A timer that comes to a loop with
    /// another clock keeps its date, and so gets another time there; never stays never.
    package var fireUptime: UInt64? {
        get { exclusively { fireTime == .max ? nil : fireTime } }
        set {
            exclusively {
                fireTime = newValue ?? .max
                fireDate = newValue.map { clock.absoluteTime(at: $0) } ?? Self.distantFuture
                wasMovedInCall = isFiring
                reposition()
                owningLoop?._withUnsafeGuaranteedRef { if !$0.isCurrent { $0.wake.wakeUp() } }
            }
        }
    }

    /// Foundation's date of that name.
    private static var distantFuture: CFAbsoluteTime { 63_113_904_000 }

    /// Whether it is in a mode of some loop.
    package var isInAMode: Bool { exclusively { !places.isEmpty } }

    /// Whether it is in a mode of a loop.
    package func isInAMode(of loop: CFRunLoop) -> Bool { exclusively { isOwned(by: loop) && !places.isEmpty } }
}
