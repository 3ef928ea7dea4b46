internal import CLinux
internal import Locks
internal import Synchronization

/// The pulse that a loop gives, by which a `Watchdog` sees from another thread whether it still comes round.
///
/// The loop says when a pass begins, when it goes to sleep in the kernel, when it is back, and when a run ends.
/// Unwatched, each costs one relaxed load and one relaxed store; watched, a look at the clock and an atomic exchange,
/// and one system call for a beat that a watchdog waits for. All calls but the initializer come from the loop's thread;
/// the rest of the state is for watchdogs, on any thread.
///
/// The word: bit 0 a watchdog waits for the next beat, bit 1 `time` belongs to this beat, bit 2 the loop rests (sleeps,
/// or does not run), bit 3 a nested run has ended since the last turn, above them how often the loop has come round.
/// All but the lowest two tell one beat from another.
package final class LoopBeat: Sendable {
    private let word = Atomic<UInt64>(LoopBeat.resting)
    private let time = Atomic<UInt64>(0)
    private let thread = Atomic<Int32>(0)
    private let nameStorage: Guarded<String>
    private let watchers = Atomic<Int32>(0)
    /// Who waits for the loop, as far as it says so.
    package let waits = LoopWaits()
    /// The watchdog's side: what it sleeps on, and when the beat came that rang it.
    private let bell: Bell
    private let rung = Atomic<UInt64>(0)
    /// Whether the loop's thread lets the interrupting signal through; only the loop's thread looks.
    private let isAdmitted = Atomic<Bool>(false)
    private let nested = Atomic<UInt64>(0)

    private static let awaited: UInt64 = 1
    private static let timed: UInt64 = 2
    private static let resting: UInt64 = 4
    private static let resumed: UInt64 = 8
    private static let turn: UInt64 = 16
    private static let flags = awaited | timed

    /// A beat that rests.
    package init(name: String) {
        nameStorage = Guarded(name)
        bell = Bell()
    }

    // MARK: The loop's side

    /// The calling thread is the loop's from now on; to be called before the first beat.
    package func adoptCurrentThread() {
        let current = mainspring_thread_id()
        guard thread.load(ordering: .relaxed) != current else { return }
        isAdmitted.store(false, ordering: .relaxed)
        thread.store(current, ordering: .relaxed)
    }

    /// The loop's thread ends.
    package func abandonThread() {
        rests()
        thread.store(0, ordering: .relaxed)
    }

    /// A pass begins, of the outermost or a nested run; also to be called when a nested run has ended and the call-out
    /// goes on.
    @inline(__always)
    package func tick() { beat((word.load(ordering: .relaxed) | (Self.turn - 1)) &+ 1) }

    /// The loop is about to wait, in the kernel or for a virtual clock.
    @inline(__always)
    package func sleeps() { rests() }

    /// The loop has waited.
    @inline(__always)
    package func wakes() { tick() }

    /// A nested run has ended; the call-out that it was in goes on, and its time counts from here.
    @inline(__always)
    package func resumes() { beat(word.load(ordering: .relaxed) & ~Self.flags | Self.resumed) }

    /// A run has begun inside a call-out. Returns what to give to ``endsNested(_:)``.
    ///
    /// What goes round in it is not what the call-out is in: that waits.
    package func beginsNested() -> UInt64 {
        let outer = nested.exchange(mainspring_monotonic_now(), ordering: .acquiringAndReleasing)
        if watchers.load(ordering: .relaxed) > 0 { bell.ring() }
        return outer
    }

    /// A run inside a call-out has ended.
    package func endsNested(_ outer: UInt64) { nested.store(outer, ordering: .releasing) }

    /// The outermost run has ended; what the thread does now is its own affair.
    @inline(__always)
    package func rests() {
        beat(word.load(ordering: .relaxed) & ~Self.flags | Self.resting)
    }

    @inline(__always)
    private func beat(_ next: UInt64) {
        if watchers.load(ordering: .relaxed) == 0 {
            word.store(next, ordering: .relaxed)
        } else {
            watchedBeat(next)
        }
    }

    @inline(never)
    private func watchedBeat(_ next: UInt64) {
        if !isAdmitted.load(ordering: .relaxed) {
            mainspring_backtrace_admit()
            isAdmitted.store(true, ordering: .relaxed)
        }
        let now = mainspring_monotonic_now()
        time.store(now, ordering: .relaxed)
        let before = word.exchange(next | Self.timed, ordering: .acquiringAndReleasing)
        guard before & Self.awaited != 0 else { return }
        rung.store(now, ordering: .relaxed)
        bell.ring()
    }

    /// Gives the loop another name, that of its thread; any thread may.
    package func rename(_ name: String) { nameStorage.withLock { $0 = name } }

    // MARK: The watchdog's side

    /// What reports call the loop.
    package var name: String { nameStorage.withLock { $0 } }

    /// What a watchdog saw.
    package struct Reading: Hashable {
        /// Which beat it was: larger for each later one.
        package var number: UInt64
        /// Whether the loop sleeps or does not run.
        package var isResting: Bool
        /// When the beat came, if it came while somebody watched.
        package var time: UInt64?
    }

    /// When the innermost of the runs inside call-outs began; 0 without one.
    package var nestedSince: UInt64 { nested.load(ordering: .acquiring) }

    /// The kernel's number of the loop's thread; 0: there is none.
    package var threadID: Int32 { thread.load(ordering: .relaxed) }

    /// The time of the beat that last rang.
    package var ringTime: UInt64 { rung.load(ordering: .relaxed) }

    package func addWatcher() {
        // Before the first watched beat asks to let the signal through, it must have been chosen.
        _ = mainspring_backtrace_signal()
        watchers.add(1, ordering: .sequentiallyConsistent)
    }

    package func removeWatcher() {
        watchers.subtract(1, ordering: .sequentiallyConsistent)
    }

    package func read() -> Reading {
        while true {
            let before = word.load(ordering: .acquiring)
            let time = time.load(ordering: .relaxed)
            atomicMemoryFence(ordering: .acquiring)
            let after = word.load(ordering: .relaxed)
            // A later beat may have changed the time between.
            guard before & ~Self.awaited == after & ~Self.awaited else { continue }
            return Reading(
                number: before / Self.resting, isResting: before & Self.resting != 0,
                time: before & Self.timed != 0 ? time : nil)
        }
    }

    /// How often the loop has come round.
    package var turns: UInt64 { word.load(ordering: .relaxed) / Self.turn }

    /// Asks to be rung at the beat after this one; false: it has already come.
    package func awaitBeat(after reading: Reading) -> Bool {
        while true {
            let present = word.load(ordering: .relaxed)
            guard present / Self.resting == reading.number else { return false }
            if present & Self.awaited != 0 { return true }
            if word.weakCompareExchange(
                expected: present, desired: present | Self.awaited, ordering: .acquiringAndReleasing
            ).exchanged {
                return true
            }
        }
    }

    /// How often the bell was rung; to be read before the state that ``waitForBell(after:nanoseconds:)`` shall not miss
    /// a change of.
    package var rings: UInt32 { bell.rings }

    /// Waits until the bell rings again, or for at most that long; nil: without end.
    package func waitForBell(after rings: UInt32, nanoseconds: Int64?) {
        bell.wait(after: rings, nanoseconds: nanoseconds)
    }

    /// Wakes all that wait for the bell.
    package func ringBell() { bell.ring() }
}
