internal import Diagnostics
import Synchronization

/// Something that is called at a time, once or again and again.
///
/// A timer belongs to one loop at a time, and may be in several of its modes. It is called on the loop's thread; it may
/// be made, added, changed and invalidated on any. It never fires early. Times that were missed because the loop was
/// busy are skipped, not made up, and the grid of a repeating timer stays where it was.
public final class CFRunLoopTimer: @unchecked Sendable {
    // `@unchecked Sendable`: what changes is guarded by the lock of the loop that the timer is in; while it is in none,
    // by a claim (see CFRunLoopTimer+Owner.swift). `valid` and `owner` are atomic.

    /// What it calls: in a structure, and of the type in which it is given. To convert a closure, or to hand one
    /// through a generic function, is to allocate another one around it.
    struct Handler {
        let call: (CFRunLoopTimer?) -> Void
    }

    // A hundred thousand timers are to be near at hand: 120 bytes with the object's header. What a call looks at comes
    // first, in 80 of them, which lie in the two cache lines that are fetched ahead of it.

    let valid = Atomic<Bool>(true)
    /// Its call is going on.
    var isFiring = false
    /// The call that is going on has set another time.
    var wasMovedInCall = false
    /// It has an interval.
    let repeats: Bool
    /// It has a tolerance.
    var isTolerant = false
    private let hasRarities: Bool
    /// The address of the loop that it is in, or one of `Owner`.
    let owner = Atomic<UInt>(Owner.none)
    /// On the loop's clock, in nanoseconds.
    var fireTime: UInt64
    var places = Places()
    var handler: Handler?
    private let rarities: Rarities?
    /// Seconds; 0 for a timer that fires once.
    let interval: CFTimeInterval
    var toleranceSeconds: CFTimeInterval = 0
    /// The fire time as a date; kept, since it may be farther away than the nanoseconds reach.
    var fireDate: CFAbsoluteTime
    var clock: RunLoopClock

    /// What takes room, and few timers have.
    private final class Rarities {
        let context: CFRunLoopTimerContext?
        let order: CFIndex

        init?(_ context: CFRunLoopTimerContext?, _ order: CFIndex) {
            if context == nil && order == 0 { return nil }
            self.context = context?.retained
            self.order = order
        }
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
        repeats = interval > 0
        rarities = Rarities(context, order)
        hasRarities = rarities != nil
        if let handler { self.handler = Handler(call: handler) }
        clock = RunLoopClock.current
        self.fireDate = fireDate
        fireTime = clock.uptime(at: fireDate)
    }

    deinit {
        if valid.load(ordering: .relaxed) { context?.releaseInfo() }
    }

    var order: CFIndex { rarities?.order ?? 0 }
    var context: CFRunLoopTimerContext? { hasRarities ? rarities?.context : nil }
    var isValid: Bool { valid.load(ordering: .acquiring) }

    /// Ends it for good: it leaves every mode and lets go of what it holds.
    func invalidate() {
        let access = beginAccess()
        guard isValid else { return endAccess(access) }
        valid.store(false, ordering: .releasing)
        let released = takeHandler()
        let references = leaveLoop()
        endAccess(access)
        context?.releaseInfo()
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
