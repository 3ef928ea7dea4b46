internal import CLinux
internal import Locks
import Synchronization

/// The modes that a timer is in.
extension CFRunLoopTimer {
    /// A place in the heap of a mode. The mode lives as long as its loop.
    struct Place {
        let mode: Unmanaged<ModeState>
        let slot: UInt32

        @inline(__always)
        func isIn(_ mode: ModeState) -> Bool { self.mode.toOpaque() == Unmanaged.passUnretained(mode).toOpaque() }
    }

    /// Where it stands in the heaps of its modes: the first place without an allocation.
    struct Places {
        private(set) var first: Place?
        private var others: Others?

        private final class Others {
            var places: [Place] = []
        }

        var isEmpty: Bool { first == nil }

        @inline(__always)
        func contains(_ mode: ModeState) -> Bool {
            guard let first else { return false }
            return first.isIn(mode) || others.map { $0.places.contains { $0.isIn(mode) } } ?? false
        }

        @inline(__always)
        func forEach(_ body: (ModeState, UInt32) -> Void) {
            guard let first else { return }
            first.mode._withUnsafeGuaranteedRef { body($0, first.slot) }
            guard let others else { return }
            for other in others.places { other.mode._withUnsafeGuaranteedRef { body($0, other.slot) } }
        }

        @inline(__always)
        mutating func insert(_ place: Place) {
            if first == nil { first = place } else { insertBesides(place) }
        }

        @inline(never)
        private mutating func insertBesides(_ place: Place) {
            if others == nil { others = Others() }
            others?.places.append(place)
        }

        /// Takes the place in a mode out; nil if there is none.
        @inline(__always)
        mutating func remove(_ mode: ModeState) -> Place? {
            guard let first else { return nil }
            if first.isIn(mode) { return removeFirst() }
            guard let others, let index = others.places.firstIndex(where: { $0.isIn(mode) }) else { return nil }
            return others.places.remove(at: index)
        }

        @inline(__always)
        mutating func removeFirst() -> Place? {
            let removed = first
            first = others == nil ? nil : removeLastOther()
            return removed
        }

        @inline(never)
        private func removeLastOther() -> Place? { others?.places.popLast() }
    }

    /// Adds it to modes of a loop, unless it is another loop's.
    func join(_ loop: CFRunLoop, _ modes: () -> [ModeState]) {
        loop.lock.lock()
        let isTooLate = loop.hasEnded
        if isValid, !isTooLate, becomeOwned(by: loop) {
            for mode in modes() { insert(mode) }
            disownIfInNoMode()
        }
        loop.lock.unlock()
        if isTooLate { loop.reportEnded("A timer was added to") }
    }

    /// Adds it to one mode: the common case, without an array.
    @inline(__always)
    func join(_ loop: CFRunLoop, modeNamed name: CFRunLoopMode) {
        loop.lock.lock()
        let isTooLate = loop.hasEnded
        if isValid, !isTooLate, becomeOwned(by: loop) {
            if name.kind == .defaultMode { insert(loop.defaultMode) } else { insert(loop.mode(name)) }
        }
        loop.lock.unlock()
        if isTooLate { loop.reportEnded("A timer was added to") }
    }

    /// Takes it out of modes of a loop.
    func leave(_ loop: CFRunLoop, _ modes: () -> [ModeState]) {
        var references = 0
        loop.lock.lock()
        if isOwned(by: loop) {
            for mode in modes() {
                guard places.contains(mode) else { continue }
                dueTimersWillChange(mode, fireTime)
                guard let place = places.remove(mode) else { continue }
                remove(place)
                references += 1
            }
            disownIfInNoMode()
        }
        loop.lock.unlock()
        for _ in 0..<references { Unmanaged.passUnretained(self).release() }
    }

    /// Takes it out of all modes. The loop's lock is held. Returns how many references the modes held, which the caller
    /// gives back.
    @inline(__always)
    func leaveAllModes() -> Int {
        var references = 0
        while let place = places.removeFirst() {
            remove(place)
            references += 1
        }
        disownIfInNoMode()
        return references
    }

    /// Whether it is in a mode. The loop's lock is held.
    func isIn(_ mode: ModeState, of loop: CFRunLoop) -> Bool { isOwned(by: loop) && places.contains(mode) }

    /// Takes its new time to the heaps it stands in. The loop's lock is held.
    func reposition() {
        places.forEach { mode, slot in
            // One that is being called is not among those that are still to be called.
            dueTimersWillChange(mode, isFiring ? fireTime : min(fireTime, mode.timers.deadline(of: slot)))
            mode.timers.move(slot, to: fireTime)
        }
    }

    /// A timer of a mode comes, goes to another mode or changes its time; the earlier of its times counts. The loop's
    /// lock is held.
    @inline(__always)
    private func dueTimersWillChange(_ mode: ModeState, _ time: UInt64) {
        guard let limit = mode.dueLimit, time <= limit else { return }
        owningLoop?._withUnsafeGuaranteedRef { $0.collectDueTimers(in: mode) }
    }

    // MARK: One mode. The loop's lock is held.

    @inline(__always)
    private func insert(_ mode: ModeState) {
        guard !places.contains(mode) else { return }
        dueTimersWillChange(mode, fireTime)
        if mode.timers.count == 0 { mode.leastTolerance = .max }
        let tolerance = isTolerant ? RunLoopClock.nanoseconds(toleranceSeconds) : 0
        mode.leastTolerance = min(mode.leastTolerance, tolerance)
        let slot = mode.timers.insert(
            ScheduledTimer(timer: .passRetained(self), tolerance: tolerance), deadline: fireTime)
        mode.timerCountChanged(by: 1)
        if isTolerant { mode.tolerantTimers += 1 }
        places.insert(Place(mode: .passUnretained(mode), slot: slot))
    }

    @inline(__always)
    private func remove(_ place: Place) {
        place.mode._withUnsafeGuaranteedRef { mode in
            _ = mode.timers.remove(place.slot)
            mode.timerCountChanged(by: -1)
            if isTolerant { mode.tolerantTimers -= 1 }
        }
    }

    @inline(__always)
    private func disownIfInNoMode() {
        if places.isEmpty { owner.store(Owner.none, ordering: .releasing) }
    }
}

/// A timer in the heap of a mode, which holds a reference to it.
struct ScheduledTimer: TimerQueuePayload {
    let timer: Unmanaged<CFRunLoopTimer>
    /// Nanoseconds; here too, since how long to sleep is computed from many timers.
    var tolerance: UInt64

    @inline(__always)
    func comesSoon() { mainspring_prefetch(timer.toOpaque()) }
}
