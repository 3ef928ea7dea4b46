public import Foundation

/// A layer whose sublayers are not made flat into its plane, but keep their depth.
///
/// It shows nothing but its sublayers: no background, contents or border. Filters, mask, `masksToBounds` and shadow do
/// not count either, and the opacity is that of each sublayer.
open class CATransformLayer: CALayer {
    /// A layer with the defaults.
    public override init() {
        super.init()
    }

    /// A copy of another layer's values, as a presentation needs one.
    public override init(layer: Any) {
        super.init(layer: layer)
    }

    override class func makeDefault() -> CALayer { CATransformLayer() }

    override var keepsDepth: Bool { true }

    override var hasPlane: Bool { false }

    /// The sublayer that a point lies in, the one in front first; never the layer itself, which has no plane.
    ///
    /// **Differences from Apple**: there it must not be called. The layers around call it here, as Apple's pass over to
    /// the sublayers.
    /// - Parameter p: In the superlayer's coordinates.
    open override func hitTest(_ p: CGPoint) -> CALayer? { findHitInDepth(p) }
}
