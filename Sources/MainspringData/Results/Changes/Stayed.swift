/// Tells what stayed where it was from what moved, by saying of as few things as possible that they did.
enum Stayed {
    /// Something that is there before and after.
    struct Candidate {
        /// Its place before, and after.
        let old: Int
        let new: Int
    }

    /// Which of some things stayed: the most that stand in the same order before and after.
    ///
    /// By the longest increasing subsequence (Fredman 1975), in O(k log k).
    /// - Parameter candidates: in the order of their old places, which differ, as do the new ones.
    /// - Returns: their indices, increasing.
    static func indices(_ candidates: [Candidate]) -> [Int] {
        /// For each length the index of the candidate with the least new place that ends a sequence of that length.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: candidates.count)
        for (index, candidate) in candidates.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if candidates[ends[middle]].new < candidate.new { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result: [Int] = []
        var index = ends.last ?? -1
        while index >= 0 {
            result.append(index)
            index = previous[index]
        }
        return result.reversed()
    }
}
