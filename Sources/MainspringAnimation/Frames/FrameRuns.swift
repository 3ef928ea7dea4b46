/// The animations of a frame that say where its layers are, as runs of plain numbers that lie one after another.
///
/// A run is what happens to one property of one layer. A layer whose animations change gets new runs; those that it had stay behind
/// unused until there are too many of them.
struct FrameRuns<Way: HotWay> {
    struct Run {
        /// -1 for one that is not used any more.
        var node: Int32
        let first: Int32
        let count: Int32
        let key: LayerKey
        /// What the property has without animations.
        var base: Way.Value
    }

    private(set) var runs: ContiguousArray<Run> = []
    private(set) var animations: ContiguousArray<HotAnimation<Way>> = []
    private(set) var unused = 0

    /// Whether so much is unused that it is worth beginning anew.
    var isWasteful: Bool { unused > 64 && unused * 2 > runs.count }

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        animations.removeAll(keepingCapacity: true)
        unused = 0
    }

    mutating func append(_ own: [HotAnimation<Way>], of key: LayerKey, base: Way.Value, node: Int32) {
        runs.append(
            Run(node: node, first: Int32(animations.count), count: Int32(own.count), key: key, base: base))
        animations.append(contentsOf: own)
    }

    /// The runs of a node are not used any more.
    mutating func retire(_ range: Range<Int32>) {
        for index in range where runs[Int(index)].node >= 0 {
            runs[Int(index)].node = -1
            unused += 1
        }
    }

    /// The runs of a node have other values to begin with.
    mutating func rebase(_ range: Range<Int32>, _ base: (LayerKey) -> Way.Value?) {
        for index in range {
            if let value = base(runs[Int(index)].key) { runs[Int(index)].base = value }
        }
    }
}
