internal import CLinux
internal import Synchronization

/// A counter that threads can sleep on until it moves.
final class Bell: Sendable {
    // On the heap by itself, since the kernel is given its address. Made and freed with the bell, atomic between.
    nonisolated(unsafe) private let count: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
        count = .allocate(capacity: 1)
        count.initialize(to: Atomic(0))
    }

    deinit {
        count.deinitialize(count: 1)
        count.deallocate()
    }

    var rings: UInt32 { count.pointee.load(ordering: .acquiring) }

    func ring() {
        count.pointee.add(1, ordering: .releasing)
        mainspring_futex_wake(UnsafeRawPointer(count), .max)
    }

    /// Returns when the bell has been rung since it stood at `rings`, after the time, or early.
    func wait(after rings: UInt32, nanoseconds: Int64?) {
        mainspring_futex_wait_for(UnsafeRawPointer(count), rings, nanoseconds ?? -1)
    }
}
