internal import Locks
import Synchronization

/// What a loop keeps for one of its modes. Guarded by the loop's lock but for the atomics, which tell the loop's thread
/// without the lock that there is nothing to do.
final class ModeState {
    let name: CFRunLoopMode
    /// Its place in the loop's list; modes are never removed, as on Apple's.
    let index: Int
    var isCommon = false
    /// Its name's number in records; 0 until the loop's thread, which alone uses it, has asked.
    private var knownTraceNumber: UInt16 = 0

    var sources0: [CFRunLoopSource: SourceMembership] = [:]
    var sources1: [CFRunLoopSource: SourceMembership] = [:]
    /// By order, then by time of adding.
    private(set) var observers: [CFRunLoopObserver] = []
    var timers = TimerQueue<ScheduledTimer>()
    /// How many of the timers have a tolerance; none is the quick case.
    var tolerantTimers = 0
    /// No timer's tolerance is smaller; begins anew when there is none.
    var leastTolerance = UInt64.max
    /// Set while a pass calls timers: all that are due by then, and no others, are still to be called.
    var dueLimit: UInt64?
    /// The rest of them, once something was about to change what is due.
    var dueTimers: [DueTimer] = []

    /// Sources signalled and not performed yet, in no order. Not retained: a source that leaves the mode is taken out
    /// before.
    private(set) var signalled: ContiguousArray<Unmanaged<SourceMembership>> = []
    let signalledCount = Atomic<Int>(0)

    /// Which activities have an observer.
    private let observedActivities = Atomic<UInt>(0)
    private var snapshots: [ContiguousArray<CFRunLoopObserver>?] = Array(repeating: nil, count: 8)

    init(name: CFRunLoopMode, index: Int) {
        self.name = name
        self.index = index
    }

    /// How many sources and timers it holds; observers do not count.
    let itemCount = Atomic<Int>(0)
    /// How many timers it holds.
    let timerCount = Atomic<Int>(0)

    /// Its name's number in records. The loop's thread alone.
    var traceNumber: UInt16 {
        if knownTraceNumber == 0 { knownTraceNumber = ModeNames.number(of: name.rawValue) }
        return knownTraceNumber
    }

    // MARK: Observers

    /// Whether anybody observes an activity. Needs no lock.
    @inline(__always)
    func observes(_ activity: CFRunLoopActivity) -> Bool {
        observedActivities.load(ordering: .relaxed) & activity.rawValue != 0
    }

    /// The observers of an activity, in order; an array that later changes leave alone.
    func observers(of activity: CFRunLoopActivity) -> ContiguousArray<CFRunLoopObserver> {
        let place = activity.rawValue.trailingZeroBitCount
        if let known = snapshots[place] { return known }
        let fresh = ContiguousArray(observers.filter { $0.activities.contains(activity) })
        snapshots[place] = fresh
        return fresh
    }

    func insert(_ observer: CFRunLoopObserver) {
        let place = observers.lastIndex { $0.order <= observer.order }.map { $0 + 1 } ?? 0
        observers.insert(observer, at: place)
        observersChanged()
    }

    /// Removes an observer; the caller holds a reference, so that nothing is destroyed here.
    func remove(_ observer: CFRunLoopObserver) {
        observers.removeAll { $0 === observer }
        observersChanged()
    }

    func contains(_ observer: CFRunLoopObserver) -> Bool { observers.contains { $0 === observer } }

    /// Takes all observers out, for the end of the thread.
    func removeAllObservers() -> [CFRunLoopObserver] {
        let removed = observers
        observers = []
        observersChanged()
        return removed
    }

    private func observersChanged() {
        for place in snapshots.indices { snapshots[place] = nil }
        observedActivities.store(
            observers.reduce(0) { $0 | $1.activities.rawValue }, ordering: .relaxed)
    }

    // MARK: Signalled sources

    /// Notes that a source is signalled, unless it stands here already.
    func enqueue(_ membership: SourceMembership) {
        guard membership.place < 0 else { return }
        membership.place = signalled.count
        signalled.append(.passUnretained(membership))
        signalledCount.store(signalled.count, ordering: .relaxed)
    }

    /// Forgets that a source is signalled.
    func dequeue(_ membership: SourceMembership) {
        guard membership.place >= 0, let last = signalled.popLast() else { return }
        if membership.place < signalled.count {
            signalled[membership.place] = last
            last._withUnsafeGuaranteedRef { $0.place = membership.place }
        }
        membership.place = -1
        signalledCount.store(signalled.count, ordering: .relaxed)
    }

    /// The source that is signalled, taken out, if it is the only one; with a reference for the caller.
    @inline(__always)
    func takeOnlySignalled() -> Unmanaged<CFRunLoopSource>? {
        guard signalled.count == 1 else { return nil }
        return signalled[0]._withUnsafeGuaranteedRef { only in
            dequeue(only)
            return .passRetained(only.source)
        }
    }

    /// The memberships that stand here.
    func allSignalled() -> [SourceMembership] { signalled.map { $0.takeUnretainedValue() } }
}

/// A source in one mode of one loop.
final class SourceMembership {
    let source: CFRunLoopSource
    /// Not retained: the end of a loop takes its sources out, for which it needs their locks; so it is good for as long
    /// as the source's lock is held. The mode lives as long as the loop.
    let loop: Unmanaged<CFRunLoop>
    private let mode: Unmanaged<ModeState>
    /// Where it stands in the mode's list of signalled sources; below zero while it does not. Guarded by the loop's
    /// lock.
    var place = -1

    init(source: CFRunLoopSource, loop: CFRunLoop, mode: ModeState) {
        self.source = source
        self.loop = .passUnretained(loop)
        self.mode = .passUnretained(mode)
    }

    /// Notes in the mode that the source is signalled. The source's lock is held.
    @inline(__always)
    func enqueue() {
        loop._withUnsafeGuaranteedRef { loop in
            loop.requireOwnProcess()
            loop.lock.lock()
            mode._withUnsafeGuaranteedRef { $0.enqueue(self) }
            loop.lock.unlock()
        }
    }
}
