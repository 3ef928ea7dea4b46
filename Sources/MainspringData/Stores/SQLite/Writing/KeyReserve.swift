internal import Locks

/// Keys of a store that are this process's to give, since the file says that they are given.
///
/// So that a new object gets its key without a word to the file, and no other process gives the same.
final class KeyReserve: Sendable {
    private struct Reserve {
        /// Those up to `last` are free.
        var next: Int64 = 1
        var last: Int64 = 0
        /// How many were asked for last.
        var wanted = 0

        var count: Int { Int(last - next + 1) }
    }

    /// By the numbers of the root entities.
    private let reserves: Guarded<[Reserve]>

    init(count: Int) { reserves = Guarded(Array(repeating: Reserve(), count: count + 1)) }

    /// Takes keys that follow one another, of which there may be fewer than are wanted.
    func take(_ count: Int, _ root: UInt32) -> ClosedRange<Int64>? {
        reserves.withLock { reserves in
            let taken = min(count, reserves[Int(root)].count)
            reserves[Int(root)].wanted = max(count, reserves[Int(root)].wanted)
            guard taken > 0 else { return nil }
            let first = reserves[Int(root)].next
            reserves[Int(root)].next += Int64(taken)
            return first...(first + Int64(taken) - 1)
        }
    }

    /// Takes as many keys as are wanted of each, if there are enough of all.
    /// - Parameter counts: by the numbers of the root entities.
    /// - Returns: the first of those that follow one another.
    func takeAll(_ counts: [UInt32: Int]) -> [UInt32: Int64]? {
        reserves.withLock { reserves in
            for (root, count) in counts {
                reserves[Int(root)].wanted = max(count, reserves[Int(root)].wanted)
                guard reserves[Int(root)].count >= count else { return nil }
            }
            var first: [UInt32: Int64] = [:]
            for (root, count) in counts {
                first[root] = reserves[Int(root)].next
                reserves[Int(root)].next += Int64(count)
            }
            return first
        }
    }

    /// How many keys are to be reserved so that as many can be given as were asked for last; 0 for enough.
    func shortage(_ root: UInt32) -> Int {
        reserves.withLock { reserves in
            let reserve = reserves[Int(root)]
            let wanted = min(reserve.wanted, Self.greatest)
            return reserve.count < wanted ? wanted : 0
        }
    }

    /// How many keys are missing so that some can be given.
    func missing(_ count: Int, _ root: UInt32) -> Int {
        reserves.withLock { max(0, count - $0[Int(root)].count) }
    }

    private static let greatest = 10_000

    /// Takes keys in that the file has been told of. Where they do not follow those that there are, these are given up.
    func add(_ keys: ClosedRange<Int64>, _ root: UInt32) {
        reserves.withLock { reserves in
            if reserves[Int(root)].count == 0 || reserves[Int(root)].last + 1 != keys.lowerBound {
                reserves[Int(root)].next = keys.lowerBound
            }
            reserves[Int(root)].last = keys.upperBound
        }
    }

    /// The keys that nobody has got, and that nobody gets from now on.
    func takeRest(_ root: UInt32) -> ClosedRange<Int64>? {
        reserves.withLock { reserves in
            let reserve = reserves[Int(root)]
            reserves[Int(root)].next = reserve.last + 1
            return reserve.count > 0 ? reserve.next...reserve.last : nil
        }
    }
}
