internal import CLinux
internal import Diagnostics
internal import Glibc
import Synchronization

/// What other threads and signal handlers may tell a loop: one atomic word, and an event descriptor for when it sleeps.
///
/// Everything here is free of locks and of allocation, and so may be called from a signal handler. The descriptor is
/// written only while the loop sleeps in the kernel; a wake-up of a busy loop is one bit.
struct WakeWord: ~Copyable {
    /// The meaning of the bits.
    private enum Bit {
        /// A run is going on.
        static let running: UInt32 = 1
        /// The innermost run was asked to stop.
        static let stopped: UInt32 = 2
        /// A wake-up has not been taken yet.
        static let pending: UInt32 = 4
        /// The loop is in the kernel, or about to be.
        static let sleeping: UInt32 = 8
        /// What the sleep was computed from has changed; the loop is to compute it again, unseen by observers.
        static let stale: UInt32 = 16
    }

    /// Whether wake-ups count. They are dropped between waking and the top of the next pass; then, at that top, what
    /// has come is taken out, which costs a pass nothing when nothing has come.
    private enum Hearing {
        static let listens: UInt32 = 0
        static let isDeaf: UInt32 = 1
        /// Deaf to what comes, but a wake-up from before is still to be taken.
        static let isDeafAndKeeps: UInt32 = 2
    }

    /// What a run finds when it begins and puts back when it ends.
    struct OuterRun {
        fileprivate let bits: UInt32
        fileprivate let hearing: UInt32
    }

    private let bits = Atomic<UInt32>(0)
    /// The loop's thread alone uses it.
    private let hearing = Atomic<UInt32>(Hearing.listens)
    /// Readable after a poke; registered edge-triggered and never read.
    let descriptor: Int32

    init() {
        descriptor = eventfd(0, Int32(O_CLOEXEC | O_NONBLOCK))
        if descriptor < 0 {
            programmerError(
                "A run loop could not be made: no event descriptor (errno \(errno)). Raise the limit on open files.")
        }
    }

    deinit { close(descriptor) }

    // MARK: From anywhere

    /// Makes the loop wake, now or at its next wait; wake-ups that nobody has taken yet count once. Without a run it
    /// does nothing: the next run begins by looking at everything.
    ///
    /// It exchanges the word even where that changes nothing: the exchange is what puts the caller's post, given
    /// before, in front of whatever the loop does after it has taken the wake-up.
    func wakeUp() {
        var old = bits.load(ordering: .relaxed)
        while true {
            let isRunning = old & Bit.running != 0
            let (exchanged, original) = bits.compareExchange(
                expected: old, desired: isRunning ? old | Bit.pending : old, ordering: .sequentiallyConsistent)
            if exchanged {
                if isRunning, old & (Bit.sleeping | Bit.pending) == Bit.sleeping { mainspring_eventfd_poke(descriptor) }
                return
            }
            old = original
        }
    }

    /// Asks the innermost run to stop; without a run it does nothing, and is not remembered.
    func stop() {
        var old = bits.load(ordering: .sequentiallyConsistent)
        while old & Bit.running != 0 {
            let (exchanged, original) = bits.compareExchange(
                expected: old, desired: old | Bit.stopped, ordering: .sequentiallyConsistent)
            if exchanged {
                wakeUp()
                return
            }
            old = original
        }
    }

    /// Makes a sleeping loop compute anew how long it sleeps and for what; observers see nothing of it.
    func recomputeSleep() {
        let old = bits.bitwiseOr(Bit.stale, ordering: .sequentiallyConsistent).oldValue
        if old & (Bit.sleeping | Bit.stale) == Bit.sleeping { mainspring_eventfd_poke(descriptor) }
    }

    /// Whether a sleeping loop is being woken.
    var hasNews: Bool { bits.load(ordering: .sequentiallyConsistent) & (Bit.pending | Bit.stale) != 0 }
    var isSleeping: Bool { bits.load(ordering: .sequentiallyConsistent) & Bit.sleeping != 0 }

    // MARK: From the loop's thread

    /// Whether a wake-up is to be taken.
    var hasPendingWakeUp: Bool {
        bits.load(ordering: .sequentiallyConsistent) & Bit.pending != 0
            && hearing.load(ordering: .relaxed) != Hearing.isDeaf
    }

    /// Begins a run; the outer one's stop and deafness are its own.
    func beginRun() -> OuterRun {
        let outer = hearing.load(ordering: .relaxed)
        hearing.store(Hearing.listens, ordering: .relaxed)
        let dropped = outer == Hearing.isDeaf ? Bit.pending : 0
        return OuterRun(bits: exchange(keeping: ~(Bit.stopped | dropped), adding: Bit.running), hearing: outer)
    }

    /// Ends a run.
    func endRun(_ outer: OuterRun) {
        let own = Bit.stopped | Bit.running
        let dropped = hearing.load(ordering: .relaxed) == Hearing.isDeaf ? Bit.pending : 0
        let before = exchange(keeping: ~(own | dropped), adding: outer.bits & own)
        // A wake-up that this run has heard and not taken is the outer one's.
        let deafness = before & Bit.pending & ~dropped != 0 ? Hearing.isDeafAndKeeps : Hearing.isDeaf
        hearing.store(outer.hearing == Hearing.listens ? Hearing.listens : deafness, ordering: .relaxed)
    }

    /// From now on wake-ups count: the top of a pass.
    @inline(__always)
    func listen() {
        let before = hearing.load(ordering: .relaxed)
        guard before != Hearing.listens else { return }
        hearing.store(Hearing.listens, ordering: .relaxed)
        if before == Hearing.isDeaf, bits.load(ordering: .relaxed) & Bit.pending != 0 { dropPending() }
    }

    private func dropPending() {
        let old = bits.bitwiseAnd(~Bit.pending, ordering: .sequentiallyConsistent).oldValue
        // A stop since the last pass looked for one needs its wake-up; without it the run would sleep on.
        if old & Bit.stopped != 0 { bits.bitwiseOr(Bit.pending, ordering: .sequentiallyConsistent) }
    }

    /// From now on wake-ups are dropped, since the pass goes round anyway.
    @inline(__always)
    func ignore() {
        guard hearing.load(ordering: .relaxed) == Hearing.listens else { return }
        let isPending = bits.load(ordering: .relaxed) & Bit.pending != 0
        hearing.store(isPending ? Hearing.isDeafAndKeeps : Hearing.isDeaf, ordering: .relaxed)
    }

    /// Takes the wake-up, if there is one.
    @inline(__always)
    func takePending() -> Bool {
        guard bits.load(ordering: .relaxed) & Bit.pending != 0 else { return false }
        return bits.bitwiseAnd(~Bit.pending, ordering: .sequentiallyConsistent).oldValue & Bit.pending != 0
    }

    /// Takes the request to stop, if there is one.
    @inline(__always)
    func takeStop() -> Bool {
        guard bits.load(ordering: .relaxed) & Bit.stopped != 0 else { return false }
        return bits.bitwiseAnd(~Bit.stopped, ordering: .sequentiallyConsistent).oldValue & Bit.stopped != 0
    }

    /// Says that the loop goes to sleep. False, and no sleep, where a wake-up or a change came first.
    func beginSleep() -> Bool {
        let old = bits.bitwiseOr(Bit.sleeping, ordering: .sequentiallyConsistent).oldValue
        if old & (Bit.pending | Bit.stale) == 0 { return true }
        endSleep()
        return false
    }

    /// Says that the loop is awake.
    func endSleep() {
        bits.bitwiseAnd(~(Bit.sleeping | Bit.stale), ordering: .sequentiallyConsistent)
    }

    /// Forgets that something changed, before the sleep is computed from what is there now.
    @inline(__always)
    func beginComputingSleep() {
        if bits.load(ordering: .relaxed) & Bit.stale != 0 {
            bits.bitwiseAnd(~Bit.stale, ordering: .sequentiallyConsistent)
        }
    }

    private func exchange(keeping kept: UInt32, adding added: UInt32) -> UInt32 {
        var old = bits.load(ordering: .relaxed)
        while true {
            let (exchanged, original) = bits.compareExchange(
                expected: old, desired: old & kept | added, ordering: .sequentiallyConsistent)
            if exchanged { return old }
            old = original
        }
    }
}
