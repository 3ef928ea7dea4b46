internal import CLinux
internal import Diagnostics
internal import Locks
import Synchronization

/// Time that moves when nobody has anything left to do: a day of timers runs in milliseconds, and always the same way.
///
/// Loops that refer to the clock take part in it from their first run until their thread ends. When every one of them
/// would sleep, no `hold()` is open, and no descriptor or wake-up is waiting, time jumps to the earliest deadline and
/// the one loop that it belongs to goes on; of several at the same instant, the one that took part first. So what is
/// due on several threads happens one after another. What one thread posts to another runs there at once, beside what
/// the first one still does.
///
/// Work elsewhere (a dispatch queue, a task on another executor) is unknown to the clock: take a hold while time must
/// stand still for it, a task that sleeps now and then with ``withHold(isolation:_:)``. `Task.sleep` and
/// `DispatchQueue.asyncAfter` know real time only; `clock.sleep` is this clock's.
///
/// Use from any thread.
public final class VirtualClock: RunLoopClock, Clock, @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `state`. Order of locks: this one, then nothing.

    /// A loop that takes part.
    final class Participant {
        unowned let loop: CFRunLoop
        /// It would sleep until `deadline`.
        var isParked = false
        var deadline = UInt64.max
        /// Its thread waits for another one and does not look at the loop.
        var isBlocked = false

        init(_ loop: CFRunLoop) { self.loop = loop }
    }

    /// A task that sleeps.
    struct Sleeper {
        var deadline: UInt64
        var id: UInt64
        /// It has given a hold back for as long as it sleeps.
        var hasHold: Bool
        var continuation: CheckedContinuation<Bool, Never>
    }

    struct State {
        var participants: [Participant] = []
        var holds = 0
        var sleepers: [Sleeper] = []
        var steps: [ClockStep] = []
        var nextID: UInt64 = 0
        var cancelled: Set<UInt64> = []
    }

    let lock = Lock()
    var state = State()

    /// Makes a clock that shows `epoch` (seconds since 2001-01-01 00:00 UTC) and stands there.
    public init(epoch: CFAbsoluteTime = 0) {
        super.init(isVirtual: true, epoch: epoch)
    }

    // MARK: Holds

    /// Keeps time from moving until the hold is released.
    public func hold() -> ClockHold {
        lock.withLock { state.holds += 1 }
        return ClockHold { [self] in
            lock.lock()
            state.holds -= 1
            advanceIfQuiet()
        }
    }

    // MARK: Stepping by hand

    /// Moves time forward by a duration; for code that runs no loop. What becomes due on the way is woken at its own
    /// time, in order.
    ///
    /// It does not wait for what it wakes.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Moves time forward to an instant; an earlier one changes nothing.
    public func advance(to target: Instant) {
        while true {
            lock.lock()
            guard let next = earliestDeadline, next <= target.nanoseconds else {
                moveTime(to: target.nanoseconds)
                return lock.unlock()
            }
            guard let step = grantEarliest(next) else { continue }
            perform(step, at: next)
            lock.unlock()
        }
    }

    // MARK: Loops

    /// A loop takes part from now on.
    func join(_ loop: CFRunLoop) -> Participant {
        lock.withLock {
            let participant = Participant(loop)
            state.participants.append(participant)
            return participant
        }
    }

    /// A loop takes part no more.
    func leave(_ participant: Participant) {
        lock.lock()
        state.participants.removeAll { $0 === participant }
        advanceIfQuiet()
    }

    /// A loop's thread begins to wait for another one, or goes on: while it waits it sleeps without end to the clock.
    func setBlocked(_ participant: Participant, _ isBlocked: Bool) {
        lock.withLock { participant.isBlocked = isBlocked }
    }

    /// Goes on to the earliest deadline, if everybody who takes part sleeps.
    func moveIfQuiet() {
        lock.lock()
        advanceIfQuiet()
    }

    /// Sleeps until virtual time has come to `limit` for this loop, or until something real happens to it.
    func wait(for participant: Participant, until limit: UInt64?) -> Poller.Event {
        let loop = participant.loop
        lock.lock()
        participant.isParked = true
        participant.deadline = limit ?? .max
        advanceIfQuiet()
        // What ends the sleep is taken only when the others know that this loop is awake; else time could pass it over
        // between.
        if lock.withLock({ participant.isParked }) { loop.waitUntilReadable() }
        lock.withLock { participant.isParked = false }
        return loop.takeEvent(waiting: 0)
    }

    /// How many tasks sleep, for the tests.
    var sleeperCount: Int { lock.withLock { state.sleepers.count } }

    /// How many holds are open, for the tests.
    var openHolds: Int { lock.withLock { state.holds } }

    // MARK: Moving. The lock is held at the start and given back at the end.

    /// Goes on to the earliest deadline, if everybody who takes part sleeps; and on, where what is done there wakes
    /// nobody.
    func advanceIfQuiet() {
        while state.holds == 0, state.participants.allSatisfy(\.isAsleep), let next = earliestDeadline {
            guard let step = grantEarliest(next) else { return }
            perform(step, at: next)
        }
        lock.unlock()
    }

    /// Does a step on this thread, with the lock given back meanwhile; time stands still for it.
    private func perform(_ step: ClockStep, at time: UInt64) {
        state.holds += 1
        lock.unlock()
        step.body(max(time, uptime))
        lock.lock()
        state.holds -= 1
    }

    private var earliestDeadline: UInt64? {
        var earliest = UInt64.max
        for participant in state.participants where participant.isParked {
            earliest = min(earliest, participant.deadline)
        }
        for sleeper in state.sleepers { earliest = min(earliest, sleeper.deadline) }
        for step in state.steps { earliest = min(earliest, step.deadline) }
        return earliest == .max ? nil : earliest
    }

    /// Moves time to a deadline and wakes who it belongs to: tasks first, then one loop. Steps come between; the one
    /// that is due is returned, with the lock held.
    private func grantEarliest(_ deadline: UInt64) -> ClockStep? {
        moveTime(to: deadline)
        var woken: Sleeper?
        if let index = state.sleepers.indices.filter({ state.sleepers[$0].deadline <= deadline }).min(by: {
            (state.sleepers[$0].deadline, state.sleepers[$0].id) < (state.sleepers[$1].deadline, state.sleepers[$1].id)
        }) {
            woken = state.sleepers.remove(at: index)
            state.holds += 1
        } else if let step = state.steps.first(where: { $0.deadline <= deadline }) {
            step.deadline = .max
            return step
        } else if let participant = state.participants.first(where: { $0.isParked && $0.deadline <= deadline }) {
            participant.isParked = false
            if !participant.loop.isCurrent { participant.loop.wake.recomputeSleep() }
        }
        lock.unlock()
        woken?.continuation.resume(returning: true)
        return nil
    }

    private func moveTime(to time: UInt64) {
        if time > virtualNanoseconds.load(ordering: .relaxed) { virtualNanoseconds.store(time, ordering: .releasing) }
    }
}

extension VirtualClock.Participant {
    /// It sleeps, and nothing that would wake it is on its way.
    fileprivate var isAsleep: Bool { isBlocked || isParked && !loop.wake.hasNews && !loop.isReadable }
}

/// Keeps a virtual clock's time from moving; releases it once, at the latest with its own end.
public final class ClockHold: Sendable {
    private let isReleased = Atomic<Bool>(false)
    private let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { release() }

    /// Lets time move again; a second call does nothing.
    public func release() {
        if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { onRelease() }
    }
}

extension CFRunLoop {
    /// Ours: the clock that the loop's timers and deadlines refer to.
    ///
    /// Set it on the loop's thread, outside a run; what was left until its timers fire stays the same.
    public var clock: RunLoopClock {
        get { clockStorage }
        set {
            guard isCurrent, depth == 0 else {
                programmerError(
                    "A run loop's clock was set during a run or from another thread. Set it on the loop's own thread, before it runs."
                )
            }
            leaveClock()
            let old = clockStorage
            lock.withLock {
                clockStorage = newValue
                var moved: Set<ObjectIdentifier> = []
                for mode in modes {
                    var timers: [CFRunLoopTimer] = []
                    mode.timers.forEachPayload { timers.append($0.timer.takeUnretainedValue()) }
                    for timer in timers where moved.insert(ObjectIdentifier(timer)).inserted {
                        timer.move(to: newValue, from: old)
                    }
                }
            }
        }
    }

    /// Takes part in a virtual clock's time from the first run on.
    func joinClock() {
        if clockParticipant == nil, let virtual = clockStorage as? VirtualClock {
            clockParticipant = virtual.join(self)
        }
    }

    /// Takes part no more.
    func leaveClock() {
        if let participant = clockParticipant, let virtual = clockStorage as? VirtualClock {
            virtual.leave(participant)
        }
        clockParticipant = nil
    }
}
