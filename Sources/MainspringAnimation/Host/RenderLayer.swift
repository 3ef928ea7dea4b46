/// A layer as it was published: nothing in it changes, so any thread may read it.
package final class RenderLayer: @unchecked Sendable {
    // `@unchecked Sendable`: constants, made of values; the objects among them, such as contents, colours and a style,
    // are taken over by the commit and not changed from then on, by the rules of the classes that hold them.

    /// Which layer it is, by ``HostIdentity``.
    package let identity: UInt64
    package let type: CALayer.Type
    package let values: LayerValues
    /// What the layer's class says beside, as ``CAShapeLayer`` its path.
    package let ownOfClass: Any?
    /// Values of keys that are no properties of the library's classes.
    package let ownValues: [String: Any]
    let timing: TimeMap
    /// Places in the tree, from back to front.
    package let children: [Int32]
    /// The place of the mask; -1 without one.
    package let mask: Int32
    /// Whether what is in the layer stays in space, and is not made flat.
    package let keepsDepth: Bool
    let animations: LayerAnimations?

    /// - Parameter timing: From the time around it to its own; nil for what its values say.
    init(
        identity: UInt64, type: CALayer.Type, values: LayerValues, ownOfClass: Any?, ownValues: [String: Any],
        children: [Int32], mask: Int32, keepsDepth: Bool, animations: LayerAnimations?, timing: TimeMap? = nil
    ) {
        self.identity = identity
        self.type = type
        self.values = values
        self.ownOfClass = ownOfClass
        self.ownValues = ownValues
        self.timing = timing ?? values.timing.map
        self.children = children
        self.mask = mask
        self.keepsDepth = keepsDepth
        self.animations = animations
    }

    /// The same with other animations.
    convenience init(_ other: RenderLayer, with animations: LayerAnimations?) {
        self.init(
            identity: other.identity, type: other.type, values: other.values, ownOfClass: other.ownOfClass,
            ownValues: other.ownValues, children: other.children, mask: other.mask, keepsDepth: other.keepsDepth,
            animations: animations)
    }

    /// The same with other tiles.
    convenience init(_ other: RenderLayer, withTilesOf ownOfClass: Any?) {
        self.init(
            identity: other.identity, type: other.type, values: other.values, ownOfClass: ownOfClass,
            ownValues: other.ownValues, children: other.children, mask: other.mask, keepsDepth: other.keepsDepth,
            animations: other.animations)
    }

    /// What it says of its tiles; nil for a layer that is not drawn in tiles.
    package var tiling: TilingValues? { ownOfClass as? TilingValues }

    /// Whether it is another version of the same layer, in which nothing but tiles differs.
    package func differsInTilesAlone(from other: RenderLayer) -> Bool {
        guard let version = tiling?.version else { return false }
        return version === other.tiling?.version && animations === other.animations
    }

    /// Whether what the layer itself shows is the same in another version of it, wherever that lies: quick, so that it may say no where it
    /// is.
    package func hasSameContent(as other: RenderLayer) -> Bool {
        type == other.type && values.hasSameLook(as: other.values) && ownOfClass == nil && other.ownOfClass == nil
            && ownValues.isEmpty && other.ownValues.isEmpty && children.isEmpty == other.children.isEmpty
            && (mask < 0) == (other.mask < 0) && keepsDepth == other.keepsDepth
    }

    /// Whether the layers around and inside it are the same in another version of it.
    package func isPlaced(as other: RenderLayer) -> Bool {
        mask == other.mask && keepsDepth == other.keepsDepth && children == other.children
    }
}
