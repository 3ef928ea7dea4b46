internal import MainspringAnimation

/// How many pixels the pictures of a scene's layers have together that are kept.
///
/// What is kept depends on the frame alone, as all that is drawn does: counted are the layers in the order of the tree, each with the
/// pictures in it. One that has no room any more is drawn as if it were not to be kept, and those in it are counted instead.
struct PictureBudget {
    /// So many are kept at most.
    let most: Int
    /// So many are, of what has been counted.
    private(set) var kept = 0
    /// Whether what is placed is counted and decided on; else it stays as it was.
    var isDeciding = false
    /// The number of the count, which whatever has been counted bears.
    private var count: UInt64 = 0

    /// 256 MiB; a third more where all of them are seen at half their size.
    static let standard = 1 << 26

    init(most: Int) { self.most = most }

    mutating func beginCount() { (kept, count) = (0, count + 1) }

    /// Counts one, if that has not been done.
    /// - Returns: whether there is room for it.
    mutating func count(_ share: inout PictureShare) -> Bool {
        guard share.count != count else { return share.isKept }
        share.count = count
        guard share.pixels <= most - kept else { return false }
        kept += share.pixels
        return true
    }
}

/// What a layer's picture, or those in what a layer showed before its transition, take of a budget.
struct PictureShare {
    var pixels = 0
    var isKept = true
    fileprivate var count: UInt64 = 0
}

extension Scene {
    /// Whether something that is placed has room among what is kept.
    func hasRoom(_ share: inout PictureShare) -> Bool {
        if budget.isDeciding { share.isKept = budget.count(&share) }
        return share.isKept
    }

    /// Decides anew on all that a closure places.
    func deciding(_ body: () -> Void) {
        budget.isDeciding = true
        body()
        budget.isDeciding = false
    }

    /// Counts what is kept of some nodes, which come after those that have been counted.
    /// - Returns: whether as much is kept of them as there is room for.
    func countKept(_ range: Range<Int>, _ frame: LayerFrame) -> Bool {
        guard !keptNodes.isEmpty || !transitions.isEmpty else { return true }
        var indices = keptNodes.filter { range.contains(Int($0)) }
        for (index, transition) in transitions where range.contains(Int(index)) && transition.share.pixels > 0 {
            indices.insert(index)
        }
        return indices.sorted().allSatisfy { index in
            if let transition = transitions[index], budget.count(&transition.share) != transition.share.isKept {
                return false
            }
            guard keptNodes.contains(index), let picture = picture(of: Int(index), frame) else { return true }
            return budget.count(&picture.share) == picture.share.isKept
        }
    }
}
