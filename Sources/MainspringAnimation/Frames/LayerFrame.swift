public import Foundation

/// Ours: a tree of layers at an instant: what each of them has then, where it lies, and what has changed since the frame before.
///
/// A function of what was published and of the time. The one that ``LayerHost/frame(at:)`` gives does not change any more.
public final class LayerFrame: @unchecked Sendable {
    // `@unchecked Sendable`: one that a host keeps is changed on its render thread alone, and lent to others for the length of a call; any
    // other is not changed after it was made.

    /// Seconds of the host's clock.
    public internal(set) var time: Double = 0
    /// What has to be painted again, in the host's coordinates: a few rectangles that may touch.
    public var damage: [CGRect] { region.rects }

    var tree = RenderTree()
    /// In depth-first order, each layer before those inside it.
    var nodes: ContiguousArray<FrameNode> = []
    /// Animated values other than geometry and opacity, by node and course.
    var values: ContiguousArray<AnimatedValue> = []
    var spaces: ContiguousArray<FrameSpace> = []
    /// Nodes with animations, in order.
    var animated: ContiguousArray<Int32> = []
    /// Where the layer at each place of the tree is among the nodes; -1 where there is none.
    var indices: ContiguousArray<Int32> = []
    /// What has changed of each node.
    var changes: ContiguousArray<FrameChange> = []
    /// Nodes with changes, in order.
    var changed: ContiguousArray<Int32> = []
    var region = DamageRegion()
    /// Whether anything moves at the frame's time.
    var isMoving = false
    /// What has begun and ended.
    var notices = FrameNotices()
    /// Seconds of the host's time at which an animation begins or ends next.
    var nextNotice = Double.infinity

    init() {}
}

/// What of a layer in a frame has changed since the one before.
struct FrameChange: OptionSet {
    let rawValue: UInt8

    /// What it looks like.
    static let look = FrameChange(rawValue: 1)
    /// Where it lies, or how much it covers: those inside it change too.
    static let place = FrameChange(rawValue: 2)
}
