internal import CLinux
internal import Locks
import Synchronization

/// Who may change a timer.
///
/// While it is in a loop, whoever holds that loop's lock; a timer has no lock of its own, since nearly all that happens
/// to timers happens on their loop's thread, where one lock is enough. While it is in none, whoever has put
/// `Owner.claimed` in the owner's place. A loop stays in the table until its timers have left it, so an owner's address
/// can be followed by way of the table.
extension CFRunLoopTimer {
    enum Owner {
        /// In no loop.
        static let none: UInt = 0
        /// In no loop, and being changed. Whoever claims holds `claims`, so that others can wait for it.
        static let claimed: UInt = 1
    }

    /// Held for some stores; no other lock is taken with it held.
    private final class Claims: Sendable {
        let lock = Lock()
    }

    private static let claims = Claims()

    @inline(__always)
    func isOwned(by loop: CFRunLoop) -> Bool {
        owner.load(ordering: .acquiring) == UInt(bitPattern: Unmanaged.passUnretained(loop).toOpaque())
    }

    /// The loop that it is in. Not retained: good for as long as that loop's lock is held.
    @inline(__always)
    var owningLoop: Unmanaged<CFRunLoop>? {
        let address = owner.load(ordering: .relaxed)
        if address == Owner.none || address == Owner.claimed { return nil }
        return UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
    }

    /// Exclusive access that goes on: to a loop's timers, or to this one alone.
    struct Access {
        /// The loop whose lock is held; nil for a claim.
        fileprivate let loop: Unmanaged<CFRunLoop>?
        /// The loop is another thread's, and kept alive.
        fileprivate let isRetained: Bool
    }

    /// Runs a closure that alone may use what changes. If the timer is in a loop, that loop's lock is held.
    @inline(__always)
    func exclusively<Result>(_ body: () -> Result) -> Result {
        let access = beginAccess()
        defer { endAccess(access) }
        return body()
    }

    /// Begins exclusive access; the same in two halves, where a closure's capture would count references.
    @inline(__always)
    func beginAccess() -> Access {
        let current = UInt(bitPattern: mainspring_get_thread_loop())
        if current != Owner.none, owner.load(ordering: .acquiring) == current {
            // The thread's own loop cannot end meanwhile.
            let loop = Unmanaged<CFRunLoop>.fromOpaque(UnsafeRawPointer(bitPattern: current).unsafelyUnwrapped)
            if locks(loop) { return Access(loop: loop, isRetained: false) }
        }
        return beginAccessFromElsewhere()
    }

    /// Ends exclusive access.
    @inline(__always)
    func endAccess(_ access: Access) {
        guard let loop = access.loop else { return endClaim() }
        loop._withUnsafeGuaranteedRef { $0.lock.unlock() }
        if access.isRetained { loop.release() }
    }

    /// Takes a loop's lock, if the timer is in it.
    @inline(__always)
    private func locks(_ loop: Unmanaged<CFRunLoop>) -> Bool {
        loop._withUnsafeGuaranteedRef { loop in
            loop.lock.lock()
            if isOwned(by: loop) { return true }
            loop.lock.unlock()
            return false
        }
    }

    @inline(never)
    private func beginAccessFromElsewhere() -> Access {
        while true {
            let seen = owner.load(ordering: .acquiring)
            if seen == Owner.none {
                if claims() { return Access(loop: nil, isRetained: false) }
            } else if seen == Owner.claimed {
                Self.waitForClaim()
            } else if let loop = LoopTable.loop(at: seen) {
                let retained = Unmanaged.passRetained(loop)
                if locks(retained) { return Access(loop: retained, isRetained: true) }
                retained.release()
            }
        }
    }

    /// Claims the timer; false if somebody else was first.
    private func claims() -> Bool {
        Self.claims.lock.lock()
        let (isOurs, _) = owner.compareExchange(
            expected: Owner.none, desired: Owner.claimed, ordering: .sequentiallyConsistent)
        if !isOurs { Self.claims.lock.unlock() }
        return isOurs
    }

    @inline(never)
    private func endClaim() {
        owner.store(Owner.none, ordering: .sequentiallyConsistent)
        Self.claims.lock.unlock()
    }

    private static func waitForClaim() { claims.lock.withLock {} }

    /// Makes a loop the owner, if the timer is free or that loop's already. The loop's lock is held.
    @inline(__always)
    func becomeOwned(by loop: CFRunLoop) -> Bool {
        let address = UInt(bitPattern: Unmanaged.passUnretained(loop).toOpaque())
        while true {
            let (isNew, original) = owner.compareExchange(
                expected: Owner.none, desired: address, ordering: .sequentiallyConsistent)
            if isNew {
                if loop.clockStorage !== clock { follow(loop.clockStorage) }
                if isValid { return true }
                owner.store(Owner.none, ordering: .releasing)
                return false
            }
            if original == address { return isValid }
            if original != Owner.claimed { return false }
            Self.waitForClaim()
        }
    }
}
