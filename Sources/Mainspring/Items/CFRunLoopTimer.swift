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
    /// The loop it is in. Not retained: the end of a loop takes its timers out, for which it needs their locks; so what is read
    /// here is good for as long as the timer's lock is held.
    private var loop: Unmanaged<CFRunLoop>?
    private var isFiring = false
    /// The call that is going on has set another time.
    private var wasMovedInCall = false
    private var clock: RunLoopClock
    /// On the loop's clock, in nanoseconds.
    private(set) var fireTime: UInt64
    /// The same as a date; kept, since it may be farther away than the nanoseconds reach.
    private(set) var fireDate: CFAbsoluteTime
    private var toleranceSeconds: CFTimeInterval = 0
    private(set) var toleranceNanoseconds: UInt64 = 0
    private var places = Places()

    /// A place in the heap of a mode. The mode lives as long as its loop.
    private struct Place {
        let mode: Unmanaged<ModeState>
        let slot: UInt32
    }

    /// Where it stands in the heaps of its modes: the first place without an allocation.
    private struct Places {
        var first: Place?
        var others: [Place] = []

        var isEmpty: Bool { first == nil }

        @inline(__always)
        func contains(_ mode: ModeState) -> Bool {
            guard let first else { return false }
            let mode = Unmanaged.passUnretained(mode).toOpaque()
            return first.mode.toOpaque() == mode || !others.isEmpty && others.contains { $0.mode.toOpaque() == mode }
        }

        @inline(__always)
        func forEach(_ body: (ModeState, UInt32) -> Void) {
            guard let first else { return }
            first.mode._withUnsafeGuaranteedRef { body($0, first.slot) }
            if others.isEmpty { return }
            for other in others { other.mode._withUnsafeGuaranteedRef { body($0, other.slot) } }
        }

        mutating func insert(_ place: Place) {
            if first == nil { first = place } else { others.append(place) }
        }

        /// Takes the place in a mode out and returns its slot; nil if there is none.
        mutating func remove(_ mode: ModeState) -> UInt32? {
            let mode = Unmanaged.passUnretained(mode).toOpaque()
            if let first, first.mode.toOpaque() == mode {
                self.first = others.isEmpty ? nil : others.removeLast()
                return first.slot
            }
            return others.firstIndex { $0.mode.toOpaque() == mode }.map { others.remove(at: $0).slot }
        }
    }

    init(
        fireDate: CFAbsoluteTime, interval: CFTimeInterval, order: CFIndex, context: CFRunLoopTimerContext?,
        handler: ((CFRunLoopTimer) -> Void)?
    ) {
        if interval.isNaN {
            programmerError(
                "A run loop timer was made with an interval that is not a number. Give seconds, or 0 to fire once.")
        }
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
            locked {
                setFireDate(newValue)
                loop?._withUnsafeGuaranteedRef { if !$0.isCurrent { $0.wake.wakeUp() } }
            }
        }
    }

    /// How much later than its time it may fire, so that wake-ups can be shared, in seconds; at most half the interval of a
    /// repeating timer.
    var tolerance: CFTimeInterval {
        get { locked { toleranceSeconds } }
        set {
            if newValue.isNaN {
                programmerError("A run loop timer was given a tolerance that is not a number. Give seconds, or 0.")
            }
            let allowed = max(0, repeats ? min(newValue, interval / 2) : newValue)
            locked {
                let wasTolerant = toleranceNanoseconds != 0
                toleranceSeconds = allowed
                toleranceNanoseconds = RunLoopClock.nanoseconds(allowed)
                let isTolerant = toleranceNanoseconds != 0
                if wasTolerant != isTolerant {
                    places.forEach { mode, _ in mode.tolerantTimers += isTolerant ? 1 : -1 }
                }
                loop?._withUnsafeGuaranteedRef { $0.itemsChanged() }
            }
        }
    }

    /// Runs a closure with the timer's lock and, if it is in a loop, the loop's.
    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.withLock {
            guard let loop else { return body() }
            return loop._withUnsafeGuaranteedRef { $0.lock.withLock(body) }
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
        if isValid, isFree(for: newLoop) {
            newLoop.lock.lock()
            if !newLoop.hasEnded { for mode in modes() { join(newLoop, mode) } }
            newLoop.lock.unlock()
        }
        lock.unlock()
    }

    /// Adds it to one mode: the common case, without an array.
    @inline(__always)
    func join(_ newLoop: CFRunLoop, modeNamed name: CFRunLoopMode) {
        lock.lock()
        if isValid, isFree(for: newLoop) {
            newLoop.lock.lock()
            if !newLoop.hasEnded {
                if name.kind == .defaultMode {
                    join(newLoop, newLoop.defaultMode)
                } else {
                    join(newLoop, newLoop.mode(name))
                }
            }
            newLoop.lock.unlock()
        }
        lock.unlock()
    }

    /// Both locks are held.
    @inline(__always)
    private func join(_ newLoop: CFRunLoop, _ mode: ModeState) {
        guard !places.contains(mode) else { return }
        if loop == nil {
            loop = .passUnretained(newLoop)
            owner.store(Unmanaged.passUnretained(newLoop).toOpaque(), ordering: .relaxed)
            if newLoop.clockStorage !== clock {
                clock = newLoop.clockStorage
                fireTime = clock.uptime(at: fireDate)
            }
        }
        let slot = mode.timers.insert(Unmanaged.passRetained(self), deadline: fireTime)
        mode.timerCountChanged(by: 1)
        if toleranceNanoseconds != 0 { mode.tolerantTimers += 1 }
        places.insert(Place(mode: .passUnretained(mode), slot: slot))
    }

    /// Takes it out of modes of a loop.
    func leave(_ oldLoop: CFRunLoop, _ modes: () -> [ModeState]) {
        var references = 0
        lock.lock()
        if isOwned(by: oldLoop) {
            oldLoop.lock.lock()
            for mode in modes() { references += leave(mode) }
            oldLoop.lock.unlock()
        }
        lock.unlock()
        for _ in 0..<references { Unmanaged.passUnretained(self).release() }
    }

    /// Takes it out of one mode; both locks are held. Returns how many references the mode held.
    @inline(__always)
    private func leave(_ mode: ModeState) -> Int {
        guard let slot = places.remove(mode) else { return 0 }
        _ = mode.timers.remove(slot)
        mode.timerCountChanged(by: -1)
        if toleranceNanoseconds != 0 { mode.tolerantTimers -= 1 }
        if places.isEmpty {
            loop = nil
            owner.store(nil, ordering: .relaxed)
        }
        return 1
    }

    /// Whether it is in a mode. The loop's lock is held.
    func isIn(_ mode: ModeState, of loop: CFRunLoop) -> Bool {
        isOwned(by: loop) && places.contains(mode)
    }

    /// Whether it is in no loop or in this one. The timer's lock is held.
    @inline(__always)
    private func isFree(for loop: CFRunLoop) -> Bool { self.loop == nil || isOwned(by: loop) }

    @inline(__always)
    func isOwned(by loop: CFRunLoop) -> Bool {
        owner.load(ordering: .relaxed) == UnsafeRawPointer(Unmanaged.passUnretained(loop).toOpaque())
    }

    // MARK: Its end

    /// Ends it for good: it leaves every mode and lets go of what it holds.
    func invalidate() {
        guard valid.exchange(false, ordering: .acquiringAndReleasing) else { return }
        var references = 0
        lock.lock()
        let released = handler
        handler = nil
        loop?._withUnsafeGuaranteedRef { loop in
            loop.lock.lock()
            if !loop.commonTimers.isEmpty { loop.commonTimers.remove(self) }
            while let place = places.first { references += place.mode._withUnsafeGuaranteedRef { leave($0) } }
            loop.lock.unlock()
            loop.itemsChanged()
        }
        lock.unlock()
        context?.releaseInfo()
        for _ in 0..<references { Unmanaged.passUnretained(self).release() }
        withExtendedLifetime(released) {}
    }

    // MARK: Firing, on the loop's thread

    /// Whether its call is going on. The loop's lock is held.
    var isBeingCalled: Bool { isFiring }

    /// Calls it, if it is still due, and gives it its next time.
    func fire(on loop: CFRunLoop) {
        var body: ((CFRunLoopTimer) -> Void)?
        let isCalled = locked {
            // One that an earlier timer of the same pass took out of its last mode is not called, nor is an invalid one.
            guard isValid, !isFiring, isOwned(by: loop), fireTime <= clock.uptime else { return false }
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
        // Not counted from the date as given: one that had passed when it was set counts from then.
        fireDate = clock.absoluteTime(at: fireTime)
        reposition()
    }
}

extension CFRunLoopTimer: Hashable {
    /// A timer is equal to itself alone.
    public static func == (left: CFRunLoopTimer, right: CFRunLoopTimer) -> Bool { left === right }

    /// Hashes the timer's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
