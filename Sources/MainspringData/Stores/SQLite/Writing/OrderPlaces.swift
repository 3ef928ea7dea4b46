/// Numbers that say in which order the members of a relationship are: with gaps, so that one can come between two others.
///
/// Apple's stores have multiples of 1,024 (constants of a program that reads Photos libraries; never compared with a file
/// of an ordered relationship between many and many).
enum OrderPlaces {
    static let step: Int64 = 1024

    /// Places that ascend.
    /// - Parameter known: the places that the members have, in their new order; nil for those without one.
    /// - Returns: those of the longest part that ascends already, and others between them; all anew where there is no room.
    static func places(of known: [Int64?]) -> [Int64] {
        let kept = Set(longestAscending(known))
        var places: [Int64] = []
        places.reserveCapacity(known.count)
        var index = 0
        while index < known.count {
            if kept.contains(index), let place = known[index] {
                places.append(place)
                index += 1
                continue
            }
            var end = index
            while end < known.count, !kept.contains(end) { end += 1 }
            let upper = end < known.count ? known[end] : nil
            guard let between = between(places.last, upper, count: end - index) else {
                return (0..<known.count).map { Int64($0 + 1) * step }
            }
            places += between
            index = end
        }
        return places
    }

    /// The order of all members that a file has, by an order that lacks those that others have saved, and may name
    /// those that others have removed.
    ///
    /// A member that the order does not name stands directly behind the member that it stands behind in the file, and
    /// before those that the order puts there. If it stands behind none, it comes first.
    /// - Parameter known: the places of all members in the file; nil for those without one.
    static func order(_ order: [Int64], among known: [Int64: Int64?]) -> [Int64] {
        let own = order.allSatisfy { known[$0] != nil } ? order : order.filter { known[$0] != nil }
        guard own.count < known.count else { return own }
        let named = Set(own)
        // As they are read: those without a place first.
        let stored = known.sorted { ($0.value ?? .min, $0.key) < ($1.value ?? .min, $1.key) }
        var (first, behind): ([Int64], [Int64: [Int64]]) = ([], [:])
        var last: Int64?
        for (key, place) in stored {
            if named.contains(key) {
                // A member without a place is new. No other member stands behind it.
                if place != nil { last = key }
            } else if let last {
                behind[last, default: []].append(key)
            } else {
                first.append(key)
            }
        }
        return first + own.flatMap { [$0] + (behind[$0] ?? []) }
    }

    /// Places between two others; nil if there is no room for so many.
    private static func between(_ lower: Int64?, _ upper: Int64?, count: Int) -> [Int64]? {
        let count = Int64(count)
        guard let upper else {
            let first = (lower ?? 0).addingReportingOverflow(step)
            let last = (lower ?? 0).addingReportingOverflow(step * count)
            guard !first.overflow, !last.overflow else { return nil }
            return (0..<count).map { first.partialValue + $0 * step }
        }
        guard let lower else {
            let first = upper.subtractingReportingOverflow(step * count)
            return first.overflow ? nil : (0..<count).map { first.partialValue + $0 * step }
        }
        let room = upper.subtractingReportingOverflow(lower)
        guard !room.overflow, room.partialValue > count else { return nil }
        let gap = room.partialValue / (count + 1)
        return (1...count).map { lower + $0 * gap }
    }

    /// The indexes of the longest part whose places ascend. Takes time by n log n.
    private static func longestAscending(_ known: [Int64?]) -> [Int] {
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: known.count)
        for (index, place) in known.enumerated() {
            guard let place else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let other = known[ends[middle]], other < place { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var chain: [Int] = []
        var next = ends.last
        while let index = next {
            chain.append(index)
            next = before[index]
        }
        return chain
    }
}
