internal import CLinux
internal import Synchronization

/// Which thread is inside a context that has no queue.
final class SerialAccess: Sendable {
    /// The thread's number above, how often it has entered below; 0 for nobody.
    private let inside = Atomic<UInt64>(0)

    private static var mine: UInt64 { UInt64(UInt32(bitPattern: mainspring_thread_id())) << 32 }

    /// No other thread is inside.
    var isFreeOrMine: Bool {
        let now = inside.load(ordering: .acquiring)
        return now == 0 || now & ~0xFFFF_FFFF == Self.mine
    }

    /// Enters; false if another thread is inside.
    func enter() -> Bool {
        let mine = Self.mine
        let (entered, now) = inside.compareExchange(expected: 0, desired: mine + 1, ordering: .acquiring)
        if entered { return true }
        guard now & ~0xFFFF_FFFF == mine else { return false }
        inside.store(now + 1, ordering: .relaxed)
        return true
    }

    /// Leaves what was entered.
    func leave() {
        let left = inside.load(ordering: .relaxed) - 1
        inside.store(left & 0xFFFF_FFFF == 0 ? 0 : left, ordering: .releasing)
    }

    /// The number of the thread that is inside; 0 for nobody.
    var thread: Int32 { Int32(truncatingIfNeeded: inside.load(ordering: .relaxed) >> 32) }
}
