internal import CLinux
internal import Glibc
import Synchronization

/// What other threads and signal handlers may tell a loop: one atomic word, and an event descriptor for when it sleeps.
///
/// Everything here is free of locks and of allocation, and so may be called from a signal handler. The descriptor is
/// written only while the loop sleeps in the kernel; a wake-up of a busy loop is one bit.
///
/// If the process cannot open a descriptor, the loop sleeps on the word itself, by ``waitOnWord(_:nanoseconds:)``.
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
        /// The loop sleeps on the word instead of in its epoll.
        static let onWord: UInt32 = 32
        /// Other code closed the descriptor, and it could not be replaced: nothing wakes the loop in its epoll.
        static let isLost: UInt32 = 64
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

    /// The first field, since the kernel gets the address of the structure.
    private let bits = Atomic<UInt32>(0)
    /// The loop's thread alone uses it.
    private let hearing = Atomic<UInt32>(Hearing.listens)
    /// See ``descriptor``. Written on the loop's thread, and by a thread that finds the descriptor closed.
    private let number = Atomic<Int32>(-1)
    /// The loop's epoll, for a thread that finds the descriptor closed. Negative while there is no epoll.
    let epoll = Atomic<Int32>(-1)
    /// The thread ID of the loop's thread at its last sleep. A wake-up that finds both descriptors closed interrupts it.
    private let sleeper = Atomic<Int32>(0)
    /// The process that opened the descriptor.
    let process = OwnProcess()

    init() { _ = open() }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Readable after a poke; registered edge-triggered and never read. Negative while there is none.
    var descriptor: Int32 { number.load(ordering: .relaxed) }

    /// Opens the descriptor if there is none. On the loop's thread. Returns an errno, 0 for success.
    func open() -> Int32 {
        if descriptor >= 0 { return 0 }
        let fresh = eventfd(0, Int32(O_CLOEXEC | O_NONBLOCK))
        guard fresh >= 0 else { return errno }
        number.store(fresh, ordering: .relaxed)
        return 0
    }

    // MARK: From anywhere

    /// Makes the loop wake, now or at its next wait; wake-ups that nobody has taken yet count once. Without a run it
    /// does nothing: the next run begins by looking at everything.
    ///
    /// It exchanges the word even where that changes nothing: the exchange is what puts the caller's post, given
    /// before, in front of whatever the loop does after it has taken the wake-up.
    ///
    /// Traps in a child made by fork.
    @inline(__always)
    func wakeUp() {
        process.require()
        var old = bits.load(ordering: .relaxed)
        while true {
            let isRunning = old & Bit.running != 0
            let (exchanged, original) = bits.compareExchange(
                expected: old, desired: isRunning ? old | Bit.pending : old, ordering: .sequentiallyConsistent)
            if exchanged {
                if isRunning, old & (Bit.sleeping | Bit.pending) == Bit.sleeping { interruptSleep(old) }
                return
            }
            old = original
        }
    }

    /// Asks the innermost run to stop; without a run it does nothing, and is not remembered.
    ///
    /// Traps in a child made by fork.
    func stop() {
        process.require()
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
    ///
    /// Does nothing in a child made by fork, which may invalidate its parent's items.
    func recomputeSleep() {
        guard process.isCurrent else { return }
        let old = bits.bitwiseOr(Bit.stale, ordering: .sequentiallyConsistent).oldValue
        if old & (Bit.sleeping | Bit.stale) == Bit.sleeping { interruptSleep(old) }
    }

    /// Wakes a loop that was asleep when the word had this value. Not inlined, since most wake-ups find a loop awake.
    @inline(never)
    private func interruptSleep(_ old: UInt32) {
        if old & Bit.onWord != 0 {
            withAddress { mainspring_futex_wake($0, 1) }
        } else {
            // After the word was changed: see `forgetDescriptor`.
            let descriptor = number.load(ordering: .sequentiallyConsistent)
            if descriptor >= 0, !mainspring_eventfd_poke(descriptor) { wasFoundClosed(descriptor) }
        }
    }

    /// Replaces a descriptor that other code has closed, and wakes the loop by the new one. If the epoll was closed too or
    /// no descriptor is left, a signal wakes the loop, which then opens others. Makes system calls only, since it may run
    /// in a signal handler. The old number is not touched: it may refer to another file.
    @inline(never)
    private func wasFoundClosed(_ closed: Int32) {
        let fresh = eventfd(0, Int32(O_CLOEXEC | O_NONBLOCK))
        guard fresh >= 0 else {
            bits.bitwiseOr(Bit.isLost, ordering: .sequentiallyConsistent)
            mainspring_interrupt_thread(sleeper.load(ordering: .sequentiallyConsistent))
            return
        }
        let (isFirst, other) = number.compareExchange(
            expected: closed, desired: fresh, ordering: .sequentiallyConsistent)
        if isFirst {
            if Poller.add(fresh, as: .wake, to: epoll.load(ordering: .sequentiallyConsistent)) == 0 {
                Self.reportClosed()
            } else {
                // The loop finds its epoll closed, and logs that.
                mainspring_interrupt_thread(sleeper.load(ordering: .sequentiallyConsistent))
            }
        } else {
            close(fresh)
        }
        mainspring_eventfd_poke(isFirst ? fresh : other)
    }

    /// Logs that the descriptor was closed. Safe in a signal handler.
    static func reportClosed() {
        let sentence: StaticString =
            "Mainspring: The wake-up descriptor of a run loop was closed by other code; the loop has another one now. Close only descriptors that you have opened, and each once.\n"
        _ = write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
    }

    /// Forgets a descriptor that other code has closed. Its number may refer to another file. The loop's thread calls
    /// it, and checks the word before it sleeps again: a thread that has just changed the word may still write the old
    /// number.
    func forgetDescriptor() { number.store(-1, ordering: .sequentiallyConsistent) }

    /// Returns whether the descriptor was found closed and could not be replaced, and clears that state.
    func takeLoss() -> Bool {
        guard bits.load(ordering: .relaxed) & Bit.isLost != 0 else { return false }
        return bits.bitwiseAnd(~Bit.isLost, ordering: .sequentiallyConsistent).oldValue & Bit.isLost != 0
    }

    /// Calls a closure with the address of the word, which is constant: the structure is stored in place in the loop.
    private func withAddress(_ body: (UnsafeRawPointer) -> Void) {
        withUnsafePointer(to: self) { body(UnsafeRawPointer($0)) }
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
        sleeper.store(mainspring_thread_id(), ordering: .relaxed)
        let old = bits.bitwiseOr(Bit.sleeping, ordering: .sequentiallyConsistent).oldValue
        if old & (Bit.pending | Bit.stale | Bit.isLost) == 0 { return true }
        endSleep()
        return false
    }

    /// Marks the loop, whose sleep has begun, as sleeping on the word until ``endSleep()``. Returns the value for
    /// ``waitOnWord(_:nanoseconds:)``, or nil if a wake-up or a change is pending.
    func sleepsOnWord() -> UInt32? {
        let word = bits.bitwiseOr(Bit.onWord, ordering: .sequentiallyConsistent).newValue
        return word & (Bit.pending | Bit.stale) == 0 ? word : nil
    }

    /// Waits for a wake-up or a change, at most that long; a negative time has no end. May return early.
    func waitOnWord(_ word: UInt32, nanoseconds: Int64) {
        withAddress { mainspring_futex_wait_for($0, word, nanoseconds) }
    }

    /// Says that the loop is awake.
    func endSleep() {
        bits.bitwiseAnd(~(Bit.sleeping | Bit.stale | Bit.onWord), ordering: .sequentiallyConsistent)
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
