internal import Foundation

/// The one way in which a layer's values change.
extension CALayer {
    @inline(__always)
    final func change(_ key: LayerKey, _ body: (inout LayerValues) -> Void) {
        body(&values)
    }

    /// Changes a property that a subclass has beside the layer's own.
    @inline(__always)
    final func changeOwn(_ key: String, _ body: () -> Void) {
        body()
    }

    final func setBounds(_ bounds: CGRect) {
        let old = values.geometry.bounds
        let bounds = bounds.isNull || bounds.isInfinite ? bounds : bounds.standardized
        change(.bounds) { $0.geometry.bounds = bounds }
        if bounds != old { boundsChanged(from: old) }
    }

    final func setFrame(_ frame: CGRect) {
        var geometry = values.geometry
        geometry.frame = frame
        if geometry.bounds != values.geometry.bounds { bounds = geometry.bounds }
        if geometry.position != values.geometry.position { position = geometry.position }
    }
}
