internal import CLinux
import Synchronization

/// Who may change a timer.
///
/// While it is in a loop, whoever holds that loop's lock; a timer has no lock of its own, since nearly all that happens to timers
/// happens on their loop's thread, where one lock is enough. While it is in none, whoever has put `Owner.claimed` in the owner's
/// place. A loop stays in the table until its timers have left it, so an owner's address can be followed by way of the table.
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

    /// Runs a closure that alone may use what changes. If the timer is in a loop, that loop's lock is held.
    @inline(__always)
    func exclusively<Result>(_ body: () -> Result) -> Result {
        let current = UInt(bitPattern: mainspring_get_thread_loop())
        if current != Owner.none, owner.load(ordering: .acquiring) == current {
            // The thread's own loop cannot end meanwhile.
            let loop = Unmanaged<CFRunLoop>.fromOpaque(UnsafeRawPointer(bitPattern: current).unsafelyUnwrapped)
            if let result = loop._withUnsafeGuaranteedRef({ inLoop($0, body) }) { return result }
        }
        return exclusivelyFromElsewhere(body)
    }

    @inline(__always)
    private func inLoop<Result>(_ loop: CFRunLoop, _ body: () -> Result) -> Result? {
        loop.lock.lock()
        let result = isOwned(by: loop) ? body() : nil
        loop.lock.unlock()
        return result
    }

    @inline(never)
    private func exclusivelyFromElsewhere<Result>(_ body: () -> Result) -> Result {
        while true {
            let seen = owner.load(ordering: .acquiring)
            if seen == Owner.none {
                if let result = claimed(body) { return result }
            } else if seen == Owner.claimed {
                Self.waitForClaim()
            } else if let loop = LoopTable.loop(at: seen), let result = inLoop(loop, body) {
                return result
            }
        }
    }

    /// Runs a closure while the timer is claimed; nil if somebody else was first.
    private func claimed<Result>(_ body: () -> Result) -> Result? {
        Self.claims.lock.withLock {
            let (isOurs, _) = owner.compareExchange(
                expected: Owner.none, desired: Owner.claimed, ordering: .sequentiallyConsistent)
            guard isOurs else { return nil }
            defer { owner.store(Owner.none, ordering: .sequentiallyConsistent) }
            return body()
        }
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
                // Who ends the timer first makes it invalid and then looks for its owner.
                if valid.load(ordering: .sequentiallyConsistent) { return true }
                owner.store(Owner.none, ordering: .sequentiallyConsistent)
                return false
            }
            if original == address { return valid.load(ordering: .sequentiallyConsistent) }
            if original != Owner.claimed { return false }
            Self.waitForClaim()
        }
    }
}
