public import MainspringGraphics

extension CALayer {
    /// Sets ``transform`` to a transform of the plane.
    public func setAffineTransform(_ m: CGAffineTransform) {
        transform = CATransform3DMakeAffineTransform(m)
    }

    /// The transform of the plane that ``transform`` is; the identity where it is none.
    public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

    /// Whether y grows upwards where the layer's contents are drawn: an odd number of layers around it, and itself, are flipped.
    public func contentsAreFlipped() -> Bool {
        var isFlipped = values.isGeometryFlipped
        var outer = superlayer
        while let layer = outer {
            isFlipped = isFlipped != layer.values.isGeometryFlipped
            outer = layer.superlayer
        }
        return isFlipped
    }
}
