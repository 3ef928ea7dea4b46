package import Foundation

/// Where a layer lies in its superlayer: the part of its values that places it.
package struct LayerGeometry: Hashable, Sendable {
    package var bounds = CGRect.zero
    /// Of the anchor point in the superlayer.
    package var position = CGPoint.zero
    package var zPosition = 0.0
    /// In parts of the bounds' size.
    package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    package var anchorPointZ = 0.0
    package var transform = Matrix4.identity

    /// The anchor point in the layer's own coordinates.
    package var anchor: CGPoint {
        CGPoint(x: bounds.minX + bounds.width * anchorPoint.x, y: bounds.minY + bounds.height * anchorPoint.y)
    }

    /// From the layer's own coordinates to its superlayer's, without the superlayer's part.
    package var toSuperlayer: Matrix4 {
        let anchor = anchor
        if transform == .identity {
            return .translation(position.x - anchor.x, position.y - anchor.y, zPosition - anchorPointZ)
        }
        return Matrix4.translation(-anchor.x, -anchor.y, -anchorPointZ) * transform
            * .translation(position.x, position.y, zPosition)
    }

    /// What the layer does to all its sublayers: its sublayer transform about its anchor point.
    ///
    /// That the anchor point, not the bounds' centre, stays where it is, is reported of QuartzCore by other projects;
    /// Apple does not document it, and it was not measured here.
    package func about(_ sublayerTransform: Matrix4) -> Matrix4 {
        if sublayerTransform == .identity { return .identity }
        let anchor = anchor
        return Matrix4.translation(-anchor.x, -anchor.y, 0) * sublayerTransform * .translation(anchor.x, anchor.y, 0)
    }

    /// The smallest upright rectangle around the layer in its superlayer.
    package var frame: CGRect {
        get {
            if transform == .identity {
                return CGRect(
                    x: position.x - bounds.width * anchorPoint.x, y: position.y - bounds.height * anchorPoint.y,
                    width: bounds.width, height: bounds.height)
            }
            return PlaneMap(flattening: toSuperlayer).box(of: bounds)
        }
        set { setFrame(newValue) }
    }

    /// Moves and resizes the layer so that it fills a rectangle; what its transform enlarges or moves is taken back
    /// first.
    ///
    /// A transform that turns or leans leaves the layer's own size as the rectangle says, with its anchor point in its
    /// place.
    private mutating func setFrame(_ frame: CGRect) {
        let frame = frame.standardized
        guard !frame.isNull, !frame.isInfinite else { return }
        var size = frame.size
        var moved = CGPoint.zero
        if transform.isAffine2D {
            let turned = transform.r0.y != 0 || transform.r1.x != 0
            let scale = SIMD2(transform.r0.x, transform.r1.y)
            if !turned, scale.x != 0, scale.y != 0 {
                size = CGSize(width: frame.width / abs(scale.x), height: frame.height / abs(scale.y))
            }
            moved = CGPoint(x: transform.r3.x, y: transform.r3.y)
        }
        bounds.size = size
        // Where the anchor point lies within the rectangle: mirrored axes turn it round.
        let isPlanar = transform.isAffine2D
        let mirrored = (x: isPlanar && transform.r0.x < 0, y: isPlanar && transform.r1.y < 0)
        let part = CGPoint(
            x: mirrored.x ? 1 - anchorPoint.x : anchorPoint.x, y: mirrored.y ? 1 - anchorPoint.y : anchorPoint.y)
        position = CGPoint(
            x: frame.minX + frame.width * part.x - moved.x, y: frame.minY + frame.height * part.y - moved.y)
    }
}
