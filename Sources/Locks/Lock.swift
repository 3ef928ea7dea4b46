internal import CLinux
package import Synchronization

/// A lock of eight bytes inside its owner, for sections of some nanoseconds.
///
/// Not recursive, not fair. Uncontended it costs one atomic exchange to take and a plain store to give back; whoever
/// waits sleeps in the kernel (futex). The order that an exchange would give between that store and the look for
/// waiters is made by the waiter, which can afford it: before it sleeps it has every processor that runs a thread of
/// the process pass a barrier (membarrier). So whoever gives the lock back either sees the waiter, or had done so
/// before the waiter looked.
///
/// `Synchronization.Mutex` pays for an exchange both ways, and where it has to wait the kernel takes it (FUTEX_LOCK_PI), which the
/// thread sanitizer does not see: whatever a contended one guards is reported as a race. This one is taken by an atomic exchange.
package struct Lock: ~Copyable {
    /// 0 free, 1 taken.
    @usableFromInline
    let word = Atomic<UInt32>(0)
    /// How many threads sleep for it, or are about to.
    @usableFromInline
    let waiters = Atomic<UInt32>(0)

    @inlinable
    package init() {}

    /// Takes the lock, waiting for it if need be.
    @inlinable @inline(__always)
    package borrowing func lock() {
        if !tryLock() { lockSlowly() }
    }

    /// Gives the lock back.
    @inlinable @inline(__always)
    package borrowing func unlock() {
        word.store(0, ordering: .releasing)
        mainspring_keep_order()
        if waiters.load(ordering: .relaxed) != 0 { wakeOne() }
    }

    /// Whether somebody waits for it: the lock is not fair, and who takes it again and again may rest then.
    package var isAwaited: Bool { waiters.load(ordering: .relaxed) != 0 }

    /// Runs a closure that must not call out while the lock is held.
    @inlinable @inline(__always)
    package borrowing func withLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    @inlinable @inline(__always)
    borrowing func tryLock() -> Bool {
        word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
    }

    @usableFromInline @inline(never)
    borrowing func lockSlowly() {
        for _ in 0..<40 where word.load(ordering: .relaxed) == 0 && tryLock() { return }
        waiters.wrappingAdd(1, ordering: .sequentiallyConsistent)
        // Without the barrier a wake-up may be missed, so that sleep has an end.
        let longest: Int64 = mainspring_barrier_everywhere() ? -1 : 1_000_000
        while !tryLock() {
            withAddress { mainspring_futex_wait_for($0, 1, longest) }
        }
        waiters.wrappingSubtract(1, ordering: .relaxed)
    }

    @usableFromInline @inline(never)
    borrowing func wakeOne() {
        withAddress { mainspring_futex_wake($0, 1) }
    }

    /// The address of the word, which stays where it is: the lock is a `let` of a class.
    private borrowing func withAddress(_ body: (UnsafeRawPointer) -> Void) {
        withUnsafePointer(to: self) { body(UnsafeRawPointer($0)) }
    }
}
