extension CALayer {
    /// Whether an odd number of layers around the layer, and itself, are flipped.
    final var isInFlippedSpace: Bool {
        var isFlipped = false
        var layer: CALayer? = self
        while let current = layer {
            if current.values.isGeometryFlipped { isFlipped.toggle() }
            layer = current.relatedParent
        }
        return isFlipped
    }
}
