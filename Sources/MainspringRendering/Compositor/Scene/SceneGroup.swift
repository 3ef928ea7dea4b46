internal import Foundation
internal import MainspringAnimation

/// Layers that are drawn on a ground of their own, which is then put over what is behind them.
struct SceneGroup {
    enum Kind {
        /// A layer with all that is in it: its opacity, filters, mask and blend mode.
        case effects
        /// What a layer's edge cuts off.
        case clip
        /// What says how much of the group around it shows.
        case mask
        /// One of a replicator's showings, whose colours are changed.
        case showing
        /// A layer's picture that goes over into another one.
        case transition
    }

    let kind: Kind
    let node: Int32
    /// -1 for none.
    let parent: Int32
    let begin: Int32
    var end: Int32 = -1
    /// Of a group with a mask, that one.
    var mask: Int32 = -1
    /// What the colours of a showing are multiplied by.
    var tint = SIMD4<Float>(repeating: 1)
    /// The pixels of what is in it, and those that may be changed by it.
    var content = PixelBox.empty
    var box = PixelBox.empty
    /// How far a pixel's influence goes: what a blur, and a shadow's, reaches.
    var blurReach: Int32 = 0
    var shadowReach: Int32 = 0
    var shadowX: Int32 = 0
    var shadowY: Int32 = 0

    init(kind: Kind, node: Int32, parent: Int32, begin: Int32) {
        (self.kind, self.node, self.parent, self.begin) = (kind, node, parent, begin)
    }

    /// One of a layer that is in no list yet, for what it reaches.
    init(reachOf paint: LayerPaint, _ node: SceneNode) {
        self.init(kind: .effects, node: -1, parent: -1, begin: -1)
        setReach(of: paint, node)
    }

    /// Finds how far blurs and a shadow reach; nil for none.
    mutating func setReach(of paint: LayerPaint?, _ node: SceneNode) {
        (blurReach, shadowReach, shadowX, shadowY) = (0, 0, 0, 0)
        guard let paint else { return }
        let blurs = LayerBlurs(paint, node)
        blurReach = blurs.filterReach
        guard let shadow = paint.castShadow, let blur = blurs.shadow else { return }
        shadowReach = Int32(blur.reach) + 1
        let offset = node.map.direction(of: shadow.offset, at: paint.bounds)
        let most = Double(PixelBox.farthest)
        shadowX = Int32(min(max(offset.x.rounded(), -most), most))
        shadowY = Int32(min(max(offset.y.rounded(), -most), most))
    }

    var hasShadow: Bool { shadowReach > 0 }

    /// What must be drawn in the group for some pixels to be right.
    func needed(for seen: PixelBox) -> PixelBox {
        let blurred = seen.grown(by: blurReach)
        guard hasShadow, !seen.isEmpty else { return blurred }
        return blurred.joined(seen.moved(-shadowX, -shadowY).grown(by: shadowReach + blurReach))
    }

    /// What changes in the group when something in it does.
    func spread(_ changed: PixelBox) -> PixelBox {
        let blurred = changed.grown(by: blurReach)
        guard hasShadow else { return blurred }
        return blurred.joined(blurred.moved(shadowX, shadowY).grown(by: shadowReach))
    }
}
