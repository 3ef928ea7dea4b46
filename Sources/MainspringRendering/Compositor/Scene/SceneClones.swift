internal import Foundation
internal import MainspringAnimation

/// Nodes of a scene that a replicator shows again: each has a place of its own, and may be of an earlier time.
struct SceneClones {
    /// The scene's nodes from this one on are clones.
    private(set) var first = 0
    private(set) var all: ContiguousArray<Clone> = []
    /// The frames that showings are of which are behind.
    private var earlier: [(delay: Double, frame: LayerFrame)] = []

    struct Clone {
        /// Of a showing's outermost nodes, the replicator in the scene and the showing's number; else -1.
        var replicator: Int32 = -1
        var number: Int32 = -1
        /// What is done to it on the screen.
        var moved = DeviceMap(.identity)
        /// What is done to it before that among layers that keep depth; nil where these do not, and `moved` is all that is done.
        var inSpace: Matrix4?
        /// Of one in space, what is done to it on the screen after that.
        var after = DeviceMap(.identity)
        /// Where what is inside it lies, if the frame's own is seen from its edge; else `moved` says that.
        var edge: Edge?
        /// Seconds that it is behind.
        var delay = 0.0
    }

    /// Where a layer's own coordinates are seen that the frame sees from their edge, so that no way leads back from the screen.
    struct Edge {
        /// The layer's index in the clone's frame.
        let source: Int
        let target: DeviceMap
    }

    /// So many nodes are shown again at most, since replicators in each other multiply; and so many times are there.
    static let most = 250_000
    static let mostTimes = 256

    /// Begins anew behind the frame's own nodes.
    mutating func removeAll(from first: Int) {
        self.first = first
        all.removeAll(keepingCapacity: true)
    }

    mutating func append(_ clone: Clone) { all.append(clone) }

    func clone(_ index: Int) -> Clone? { index >= first && index - first < all.count ? all[index - first] : nil }

    mutating func setMoved(_ moved: DeviceMap, _ index: Int) {
        (all[index - first].moved, all[index - first].inSpace, all[index - first].edge) = (moved, nil, nil)
    }

    mutating func setMoved(_ moved: DeviceMap, inSpace: Matrix4, after: DeviceMap, _ index: Int) {
        setMoved(moved, index)
        (all[index - first].inSpace, all[index - first].after) = (inSpace, after)
    }

    mutating func setEdge(_ edge: Edge, _ index: Int) { all[index - first].edge = edge }

    /// Whether any lies at a depth, which decides what covers what.
    var areInSpace: Bool { all.contains { $0.inSpace != nil } }

    // MARK: Time

    /// Whether any is behind.
    var hasEarlier: Bool { !earlier.isEmpty }

    /// Brings the frames of earlier times up to date.
    func update(with frame: LayerFrame) {
        for entry in earlier { frame.update(entry.frame, earlierBy: entry.delay) }
    }

    mutating func removeEarlier() { earlier = [] }

    /// Lets go of times that no clone is of any more.
    mutating func forgetUnused() {
        guard !earlier.isEmpty else { return }
        let used = Set(all.map(\.delay))
        // Where there are too many times, one stands for several.
        if used.count < Self.mostTimes { earlier.removeAll { !used.contains($0.delay) } }
    }

    /// The frame that is so many seconds behind; the nearest one where there are too many.
    mutating func frame(_ delay: Double, of frame: LayerFrame) -> LayerFrame {
        if delay == 0 { return frame }
        if let known = earlier.first(where: { $0.delay == delay }) { return known.frame }
        if earlier.count == Self.mostTimes {
            return earlier.min { abs($0.delay - delay) < abs($1.delay - delay) }?.frame ?? frame
        }
        let made = frame.makeCopy(earlierBy: delay)
        earlier.append((delay, made))
        return made
    }
}
