internal import Glibc
internal import Locks
internal import Mainspring
import Synchronization

/// Which thread changes a tree, by the identity of its transactions.
///
/// A thread has the tree for good from its first change to the push; or it has taken out what had ended, and gives the
/// tree to whoever asks.
final class TreeClaim: Sendable {
    /// 0, or an identity and one of the marks.
    private let state = Atomic<UInt>(0)

    /// It goes to whoever asks.
    private static let lent: UInt = 1
    /// Something is just being taken out, or published without it: whoever asks waits for the end of that, which calls
    /// nobody.
    private static let busy: UInt = 2

    /// Animations that ended while nobody could take them out.
    private let leftBehind = Guarded<[AnimationRecord]>([])

    /// Who has it for good; any other number where nobody has.
    @inline(__always)
    var owner: UInt { state.load(ordering: .relaxed) }

    /// Takes it for good. False if another thread had it so.
    func take(by id: UInt) -> Bool {
        while true {
            let former = state.load(ordering: .acquiring)
            if former == id | Self.busy {
                // Whoever is called while something is taken out, against the rule, must not wait for itself.
                return true
            } else if former & Self.busy != 0 {
                sched_yield()
            } else if exchange(former, id) {
                return former == 0 || former == id || former & Self.lent != 0
            }
        }
    }

    /// Takes it for a moment; nil if another thread has it. Returns 0 if nobody had it.
    /// - Parameter onlyOwn: Not if nobody had it.
    func borrow(by id: UInt, onlyOwn: Bool = false) -> UInt? {
        if exchange(id | Self.lent, id | Self.busy) { return id }
        return !onlyOwn && exchange(0, id | Self.busy) ? 0 : nil
    }

    /// After a moment: gives it to whoever asks.
    func lend(by id: UInt) { _ = exchange(id | Self.busy, id | Self.lent) }

    /// Gives it back, however it was taken; what another thread has taken meanwhile stays that one's.
    func release(by id: UInt) {
        for mark in [0, Self.lent, Self.busy] where exchange(id | mark, 0) { return }
    }

    /// An animation is to be taken out by whoever commits next.
    func leaveBehind(_ record: AnimationRecord) { leftBehind.withLock { $0.append(record) } }

    /// What is to be taken out now.
    func takeLeftBehind() -> [AnimationRecord] {
        leftBehind.withLock { records in
            defer { records = [] }
            return records
        }
    }

    private func exchange(_ former: UInt, _ new: UInt) -> Bool {
        state.compareExchange(expected: former, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}
