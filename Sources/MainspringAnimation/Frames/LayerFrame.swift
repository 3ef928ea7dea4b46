public import Foundation

/// Ours: a tree of layers at an instant: what each of them has then, where it lies, and what has changed since the
/// frame before.
///
/// A function of what was published and of the time. The one that ``LayerHost/frame(at:)`` gives does not change any
/// more.
public final class LayerFrame: @unchecked Sendable {
    // `@unchecked Sendable`: one that a host keeps is changed on its render thread alone, and lent to others for the
    // length of a call; any other is not changed after it was made.

    /// Seconds of the host's clock.
    public internal(set) var time: Double = 0
    /// What has to be painted again, in the host's coordinates: a few rectangles that may touch.
    public var damage: [CGRect] { region.rects }

    var tree = RenderTree()
    /// In depth-first order, each layer before those inside it.
    package var nodes: ContiguousArray<FrameNode> = []
    package var spaces: ContiguousArray<FrameSpace> = []
    /// What each layer that cuts off what is outside of it, with those around it, leaves to be seen, in the host's
    /// coordinates.
    package var clips: ContiguousArray<CGRect> = []
    /// Where the layer at each place of the tree is among the nodes; -1 where there is none.
    package var indices: ContiguousArray<Int32> = []

    var animations: ContiguousArray<FrameAnimations> = []
    var points = FrameRuns<PointWay>()
    var transforms = FrameRuns<PlanarWay>()
    var paces = PreparedPaces()
    var courses: ContiguousArray<FrameCourse> = []
    var unusedAnimations = 0
    /// By place; those of the update before while one is made.
    var transitions: [Int32: FrameTransition] = [:]
    var formerTransitions: [Int32: FrameTransition] = [:]

    var changes = FrameChanges(nodes: 0)
    /// How many updates there were: who draws sees whether it has missed one.
    package private(set) var serial: UInt64 = 0
    /// The nodes that were placed or shown anew since ``takeTouched()``, each layer before those in it, some more than once.
    package private(set) var touched: ContiguousArray<Int32> = []
    /// Whether the nodes were found anew since then: none is where it was.
    package private(set) var isRebuilt = true
    /// Of more it is not said which they are.
    var mostTouched = 0
    /// The update after which somebody took them last.
    package private(set) var takenSerial: UInt64 = 0
    var region = DamageRegion()
    /// How large a unit was, of layers that spread and are placed in this update, by nodes.
    var formerScales: [Int32: Double] = [:]

    /// Layers of particles, and their own time in the last update.
    var emitters: ContiguousArray<(node: Int32, time: Double)> = []
    /// Layers that are drawn in tiles, and by their places in the tree what they showed in the last update.
    var tiled: ContiguousArray<Int32> = []
    var shownTiles: [Int32: ShownTiles] = [:]
    /// The host's time, where that of the frame is a layer's own.
    var hostTime: Double?
    /// By how many seconds showings of replicators are behind, and when something has moved last.
    var delay = 0.0
    var lastMotion = -Double.infinity

    /// Whether anything may change right after the frame's time.
    package var isMoving = false
    /// Whether animations run that change something at certain times.
    var isStepping = false
    /// Seconds of the host's time at which an animation begins or ends next.
    package var nextNotice = Double.infinity
    /// The same of the next change of what does not move between its changes.
    var nextStep = Double.infinity
    /// What has begun and ended.
    var notices = FrameNotices()

    init() {}

    /// An update begins.
    func beginUpdate() {
        region.removeAll()
        if !formerScales.isEmpty { formerScales.removeAll(keepingCapacity: true) }
        serial += 1
    }

    /// Nodes are found anew.
    func noteRebuilt() {
        isRebuilt = true
        touched.removeAll(keepingCapacity: true)
    }

    /// The nodes that were touched, each once, each layer before those in it.
    package var touchedInOrder: [Int32] {
        // One update touches them in order.
        let isInOrder = zip(touched, touched.dropFirst()).allSatisfy { $0 < $1 }
        return isInOrder ? Array(touched) : Set(touched).sorted()
    }

    /// Somebody has drawn what has changed; from now on what changes is new.
    package func takeTouched() {
        touched.removeAll(keepingCapacity: true)
        isRebuilt = false
        takenSerial = serial
    }

    /// Notes nodes that are placed or shown anew.
    @inline(__always)
    func touch(_ nodes: Range<Int32>) {
        // As long as nobody draws, the list does not grow.
        if isRebuilt { return }
        if touched.count > mostTouched { return noteRebuilt() }
        touched.append(contentsOf: nodes)
    }
}
