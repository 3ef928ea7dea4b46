internal import Synchronization

/// The last keys that a store has given, for each root entity.
final class KeyCounters: Sendable {
    private final class Counter: Sendable {
        let last = Atomic<Int64>(0)
    }

    /// By the numbers of the root entities.
    private let counters: [Counter]

    init(count: Int) { counters = (0...count).map { _ in Counter() } }

    /// A key that nobody else gets. Does not wait.
    func next(_ root: UInt32) -> Int64 { counters[Int(root)].last.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The last key that was given.
    func last(_ root: UInt32) -> Int64 { counters[Int(root)].last.load(ordering: .relaxed) }

    /// Lets keys up to one be given no more.
    func reserve(upTo key: Int64, _ root: UInt32) {
        var known = last(root)
        while known < key {
            let result = counters[Int(root)].last.weakCompareExchange(
                expected: known, desired: key, ordering: .relaxed)
            if result.exchanged { return }
            known = result.original
        }
    }
}
