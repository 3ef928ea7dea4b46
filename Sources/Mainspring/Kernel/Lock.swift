internal import CLinux
package import Synchronization

/// A lock of four bytes inside its owner, for sections of some nanoseconds.
///
/// Not recursive, not fair. Two atomic operations when nobody else wants it; whoever waits sleeps in the kernel (futex).
/// `Synchronization.Mutex` would do the same, but the thread sanitizer does not see through its runtime and reports what it
/// guards as a race; this one is made of Swift's atomics, which it understands.
package struct Lock: ~Copyable {
    /// 0 free, 1 taken, 2 taken and perhaps waited for.
    @usableFromInline
    let word = Atomic<UInt32>(0)

    package init() {}

    /// Takes the lock, waiting for it if need be.
    @inline(__always)
    package borrowing func lock() {
        if !word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { lockSlowly() }
    }

    /// Gives the lock back.
    @inline(__always)
    package borrowing func unlock() {
        if word.exchange(0, ordering: .releasing) == 2 { wakeOne() }
    }

    /// Runs a closure that must not call out while the lock is held.
    @inline(__always)
    package borrowing func withLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    @inline(never)
    private borrowing func lockSlowly() {
        for _ in 0..<40 where word.load(ordering: .relaxed) == 0 {
            if word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { return }
        }
        while word.exchange(2, ordering: .acquiring) != 0 {
            withAddress { mainspring_futex_wait($0, 2) }
        }
    }

    @inline(never)
    private borrowing func wakeOne() {
        withAddress { mainspring_futex_wake($0, 1) }
    }

    /// The address of the word, which stays where it is: the lock is a `let` of a class.
    private borrowing func withAddress(_ body: (UnsafeRawPointer) -> Void) {
        withUnsafePointer(to: self) { body(UnsafeRawPointer($0)) }
    }
}
