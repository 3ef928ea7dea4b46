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
    var nodes: ContiguousArray<FrameNode> = []
    var spaces: ContiguousArray<FrameSpace> = []
    /// What each layer that cuts off what is outside of it, with those around it, leaves to be seen, in the host's
    /// coordinates.
    var clips: ContiguousArray<CGRect> = []
    /// Where the layer at each place of the tree is among the nodes; -1 where there is none.
    var indices: ContiguousArray<Int32> = []

    var animations: ContiguousArray<FrameAnimations> = []
    var points = FrameRuns<PointWay>()
    var transforms = FrameRuns<PlanarWay>()
    var paces = PreparedPaces()
    var courses: ContiguousArray<FrameCourse> = []
    var unusedAnimations = 0

    var changes = FrameChanges(nodes: 0)
    var region = DamageRegion()

    /// Whether anything moves at the frame's time.
    var isMoving = false
    /// Seconds of the host's time at which an animation begins or ends next.
    var nextNotice = Double.infinity
    /// What has begun and ended.
    var notices = FrameNotices()

    init() {}
}
