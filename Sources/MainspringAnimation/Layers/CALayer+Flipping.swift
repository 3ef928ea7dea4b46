extension CALayer {
    /// Whether an odd number of layers around the layer, and itself, are flipped.
    final var isInFlippedSpace: Bool {
        if modelLayer == nil, LayerSurroundings.isDeep(self) {
            return LayerSurroundings.find(of: self, \.isFlipped, outside: false) { $0.values.isGeometryFlipped != $1 }
        }
        var isFlipped = false
        var layer: CALayer? = self
        while let current = layer {
            if current.values.isGeometryFlipped { isFlipped.toggle() }
            layer = current.relatedParent
        }
        return isFlipped
    }

    final func setFlipped(_ isFlipped: Bool) {
        guard isFlipped != values.isGeometryFlipped else { return noteSame(LayerKey.geometryFlipped.rawValue) }
        LayerSurroundings.change(of: self)
        change(.geometryFlipped) { $0.isGeometryFlipped = isFlipped }
    }
}
