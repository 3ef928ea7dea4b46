import Synchronization

/// Something that is called at a time, once or again and again.
///
/// A timer belongs to one loop at a time, and may be in several of its modes. It is called on the loop's thread; it may be made,
/// added, changed and invalidated on any. It never fires early. Times that were missed because the loop was busy are skipped, not
/// made up, and the grid of a repeating timer stays where it was.
public final class CFRunLoopTimer: @unchecked Sendable {
    // `@unchecked Sendable`: what changes is guarded by the lock of the loop that the timer is in; while it is in none, by a claim
    // (see CFRunLoopTimer+Owner.swift). `valid` and `owner` are atomic.

    /// What it calls: in a structure, and of the type in which it is given. To convert a closure, or to hand one through a generic
    /// function, is to allocate another one around it.
    struct Handler {
        let call: (CFRunLoopTimer?) -> Void
    }

    // What a pass looks at comes first: it shares a cache line or two.

    let valid = Atomic<Bool>(true)
    /// Its call is going on.
    var isFiring = false
    /// The call that is going on has set another time.
    var wasMovedInCall = false
    /// The address of the loop that it is in, or one of `Owner`.
    let owner = Atomic<UInt>(Owner.none)
    /// On the loop's clock, in nanoseconds.
    var fireTime: UInt64
    var places = Places()
    var handler: Handler?
    /// Seconds; 0 for a timer that fires once.
    let interval: CFTimeInterval
    var toleranceNanoseconds: UInt64 = 0
    /// The fire time as a date; kept, since it may be farther away than the nanoseconds reach.
    var fireDate: CFAbsoluteTime
    var toleranceSeconds: CFTimeInterval = 0
    var clock: RunLoopClock
    let order: CFIndex
    private let contextBox: ContextBox?

    /// A context takes much room, and few timers have one.
    private final class ContextBox {
        let context: CFRunLoopTimerContext
        init(_ context: CFRunLoopTimerContext) { self.context = context }
    }

    init(
        fireDate: CFAbsoluteTime, interval: CFTimeInterval, order: CFIndex, context: CFRunLoopTimerContext?,
        handler: ((CFRunLoopTimer?) -> Void)?
    ) {
        if interval.isNaN {
            programmerError(
                "A run loop timer was made with an interval that is not a number. Give seconds, or 0 to fire once.")
        }
        self.interval = max(0, interval)
        self.order = order
        contextBox = context.map { ContextBox($0.retained) }
        if let handler { self.handler = Handler(call: handler) }
        clock = RunLoopClock.current
        self.fireDate = fireDate
        fireTime = clock.uptime(at: fireDate)
    }

    deinit {
        if valid.load(ordering: .relaxed) { context?.releaseInfo() }
    }

    var context: CFRunLoopTimerContext? { contextBox?.context }
    var isValid: Bool { valid.load(ordering: .acquiring) }
    var repeats: Bool { interval != 0 }

    /// Ends it for good: it leaves every mode and lets go of what it holds.
    func invalidate() {
        guard valid.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let (released, references) = exclusively { (takeHandler(), leaveLoop()) }
        if let contextBox { contextBox.context.releaseInfo() }
        for _ in 0..<references { Unmanaged.passUnretained(self).release() }
        // Destroyed last, since what it captured may look at the timer.
        withExtendedLifetime(released) {}
    }

    /// Takes the handler out, with exclusive access; by an exchange, which counts no reference.
    @inline(__always)
    func takeHandler() -> Handler? {
        var taken: Handler?
        swap(&taken, &handler)
        return taken
    }

    /// Takes it out of its loop, with exclusive access. Returns how many references the loop's modes held.
    @inline(__always)
    private func leaveLoop() -> Int {
        guard let loop = owningLoop else { return 0 }
        return loop._withUnsafeGuaranteedRef { loop in
            if loop.hasCommonTimers { loop.commonTimers.remove(self) }
            loop.itemsChanged()
            return leaveAllModes()
        }
    }
}

extension CFRunLoopTimer: Hashable {
    /// A timer is equal to itself alone.
    public static func == (left: CFRunLoopTimer, right: CFRunLoopTimer) -> Bool { left === right }

    /// Hashes the timer's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
