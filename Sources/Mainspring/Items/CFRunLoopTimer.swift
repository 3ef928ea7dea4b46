import Synchronization

/// Something that is called at a time, once or again and again.
///
/// A timer belongs to one loop at a time, and may be in several of its modes. It is called on the loop's thread; it may be made,
/// added, changed and invalidated on any. It never fires early. Times that were missed because the loop was busy are skipped, not
/// made up, and the grid of a repeating timer stays where it was.
public final class CFRunLoopTimer: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `handler`, `loop` and, while it is in no loop, all that follows; in a loop, the loop's
    // lock guards that too. Order of locks: the timer's, then the loop's.

    let order: CFIndex
    /// Seconds; 0 for a timer that fires once.
    let interval: CFTimeInterval
    let context: CFRunLoopTimerContext?
    private let lock = Lock()
    private let valid = Atomic<Bool>(true)
    /// The loop it is in, for comparing; written with that loop's lock held.
    private let owner = Atomic<UnsafeRawPointer?>(nil)
    private var handler: ((CFRunLoopTimer) -> Void)?
    private var loop: CFRunLoop?
    private var isFiring = false
    /// The call that is going on has set another time.
    private var wasMovedInCall = false
    private var clock: RunLoopClock
    /// On the loop's clock, in nanoseconds.
    private(set) var fireTime: UInt64
    /// The same as a date; kept, since it may be farther away than the nanoseconds reach.
    private var fireDate: CFAbsoluteTime
    private var toleranceSeconds: CFTimeInterval = 0
    private(set) var toleranceNanoseconds: UInt64 = 0
    private var places = Places()

    /// Where it stands in the heaps of its modes: the first place without an allocation.
    private struct Places {
        var first: (mode: ModeState, slot: UInt32)?
        var others: [(mode: ModeState, slot: UInt32)] = []

        func contains(_ mode: ModeState) -> Bool {
            first?.mode === mode || others.contains { $0.mode === mode }
        }

        func forEach(_ body: (ModeState, UInt32) -> Void) {
            if let first { body(first.mode, first.slot) }
            for other in others { body(other.mode, other.slot) }
        }
    }

    init(
        fireDate: CFAbsoluteTime, interval: CFTimeInterval, order: CFIndex, context: CFRunLoopTimerContext?,
        handler: ((CFRunLoopTimer) -> Void)?
    ) {
        if interval.isNaN { programmerError("A run loop timer was made with an interval that is not a number. Give seconds, or 0 to fire once.") }
        self.interval = max(0, interval)
        self.order = order
        self.context = context.map(\.retained)
        self.handler = handler
        clock = RunLoopClock.current
        self.fireDate = fireDate
        fireTime = clock.uptime(at: fireDate)
    }

    deinit {
        if valid.load(ordering: .relaxed) { context?.releaseInfo() }
    }

    var isValid: Bool { valid.load(ordering: .acquiring) }
    var repeats: Bool { interval != 0 }

    // MARK: Time

    /// When it fires next; 0 once it is not valid.
    var nextFireDate: CFAbsoluteTime {
        get { isValid ? locked { fireDate } : 0 }
        set {
            guard isValid else { return }
            let loop = locked { () -> CFRunLoop? in
                setFireDate(newValue)
                return self.loop
            }
            if let loop, !loop.isCurrent { loop.wake.wakeUp() }
        }
    }

    /// How much later than its time it may fire, so that wake-ups can be shared, in seconds; at most half the interval of a
    /// repeating timer.
    var tolerance: CFTimeInterval {
        get { locked { toleranceSeconds } }
        set {
            if newValue.isNaN { programmerError("A run loop timer was given a tolerance that is not a number. Give seconds, or 0.") }
            let allowed = max(0, repeats ? min(newValue, interval / 2) : newValue)
            let loop = locked { () -> CFRunLoop? in
                let wasTolerant = toleranceNanoseconds != 0
                toleranceSeconds = allowed
                toleranceNanoseconds = RunLoopClock.nanoseconds(allowed)
                let isTolerant = toleranceNanoseconds != 0
                if wasTolerant != isTolerant {
                    places.forEach { mode, _ in mode.tolerantTimers += isTolerant ? 1 : -1 }
                }
                return self.loop
            }
            loop?.itemsChanged()
        }
    }

    /// Runs a closure with the timer's lock and, if it is in a loop, the loop's.
    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.withLock {
            guard let loop else { return body() }
            return loop.lock.withLock(body)
        }
    }

    private func setFireDate(_ date: CFAbsoluteTime) {
        fireDate = date
        fireTime = clock.uptime(at: date)
        wasMovedInCall = isFiring
        reposition()
    }

    private func reposition() {
        places.forEach { mode, slot in mode.timers.move(slot, to: fireTime) }
    }

    /// Follows its loop to another clock: what was left until it fires stays the same. The loop's lock is held.
    func move(to newClock: RunLoopClock, from oldClock: RunLoopClock) {
        let left = fireTime &- min(fireTime, oldClock.uptime)
        clock = newClock
        fireTime = newClock.uptime &+ left
        fireDate = newClock.absoluteTime + (fireDate - oldClock.absoluteTime)
        reposition()
    }

    // MARK: Membership

    /// Adds it to modes of a loop, unless it is another loop's.
    func join(_ newLoop: CFRunLoop, _ modes: () -> [ModeState]) {
        lock.lock()
        defer { lock.unlock() }
        guard isValid, loop == nil || loop === newLoop else { return }
        newLoop.lock.lock()
        defer { newLoop.lock.unlock() }
        guard !newLoop.hasEnded else { return }
        for mode in modes() { join(newLoop, mode) }
    }

    /// Adds it to one mode: the common case, without an array.
    func join(_ newLoop: CFRunLoop, modeNamed name: CFRunLoopMode) {
        lock.lock()
        if isValid, loop == nil || loop === newLoop {
            newLoop.lock.lock()
            if !newLoop.hasEnded { join(newLoop, newLoop.mode(name)) }
            newLoop.lock.unlock()
        }
        lock.unlock()
    }

    /// Both locks are held.
    private func join(_ newLoop: CFRunLoop, _ mode: ModeState) {
        guard !places.contains(mode) else { return }
        if loop == nil {
            loop = newLoop
            owner.store(Unmanaged.passUnretained(newLoop).toOpaque(), ordering: .relaxed)
            if newLoop.clock !== clock {
                clock = newLoop.clock
                fireTime = clock.uptime(at: fireDate)
            }
        }
        let slot = mode.timers.insert(Unmanaged.passRetained(self), deadline: fireTime)
        if toleranceNanoseconds != 0 { mode.tolerantTimers += 1 }
        if places.first == nil { places.first = (mode, slot) } else { places.others.append((mode, slot)) }
    }

    /// Takes it out of modes of a loop.
    func leave(_ oldLoop: CFRunLoop, _ modes: () -> [ModeState]) {
        lock.lock()
        guard loop === oldLoop else { return lock.unlock() }
        oldLoop.lock.lock()
        var references = 0
        for mode in modes() where places.contains(mode) {
            let slot: UInt32
            if let first = places.first, first.mode === mode {
                slot = first.slot
                places.first = places.others.popLast()
            } else {
                let index = places.others.firstIndex { $0.mode === mode }.unsafelyUnwrapped
                slot = places.others.remove(at: index).slot
            }
            _ = mode.timers.remove(slot)
            if toleranceNanoseconds != 0 { mode.tolerantTimers -= 1 }
            references += 1
        }
        var released: CFRunLoop?
        if places.first == nil {
            released = loop
            loop = nil
            owner.store(nil, ordering: .relaxed)
        }
        oldLoop.lock.unlock()
        lock.unlock()
        for _ in 0..<references { Unmanaged.passUnretained(self).release() }
        withExtendedLifetime(released) {}
    }

    /// Whether it is in a mode. The loop's lock is held.
    func isIn(_ mode: ModeState, of loop: CFRunLoop) -> Bool {
        isOwned(by: loop) && places.contains(mode)
    }

    @inline(__always)
    func isOwned(by loop: CFRunLoop) -> Bool {
        owner.load(ordering: .relaxed) == UnsafeRawPointer(Unmanaged.passUnretained(loop).toOpaque())
    }

    // MARK: Its end

    /// Ends it for good: it leaves every mode and lets go of what it holds.
    func invalidate() {
        guard valid.exchange(false, ordering: .acquiringAndReleasing) else { return }
        lock.lock()
        let released = handler
        handler = nil
        let loop = loop
        lock.unlock()
        loop?.removeEverywhere(self)
        context?.releaseInfo()
        withExtendedLifetime(released) {}
    }

    // MARK: Firing, on the loop's thread

    /// Whether its call is going on. The loop's lock is held.
    var isBeingCalled: Bool { isFiring }

    /// Calls it, if it is still due, and gives it its next time.
    func fire(on loop: CFRunLoop) {
        var body: ((CFRunLoopTimer) -> Void)?
        let isCalled = locked {
            // One that an earlier timer of the same pass took out is still called, as on Apple's; an invalid one is not.
            guard isValid, !isFiring, self.loop == nil || self.loop === loop, fireTime <= clock.uptime else { return false }
            isFiring = true
            wasMovedInCall = false
            body = handler
            return true
        }
        guard isCalled else { return }
        if let body { CallOuts.timer(self, body) }
        if !repeats { invalidate() }
        locked {
            isFiring = false
            if isValid, !wasMovedInCall { advance() }
        }
    }

    /// The first time of the grid that is still to come.
    private func advance() {
        let step = max(1, RunLoopClock.nanoseconds(interval))
        let now = clock.uptime
        let steps = now < fireTime ? 1 : (now - fireTime) / step + 1
        fireTime = fireTime &+ steps &* step
        fireDate += Double(steps) * interval
        reposition()
    }
}

extension CFRunLoopTimer: Hashable {
    /// A timer is equal to itself alone.
    public static func == (left: CFRunLoopTimer, right: CFRunLoopTimer) -> Bool { left === right }

    /// Hashes the timer's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
