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
