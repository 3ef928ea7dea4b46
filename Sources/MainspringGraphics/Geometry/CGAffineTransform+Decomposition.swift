public import Foundation

/// A map of the plane as what is done one after the other: scale, shear, rotation, translation.
public struct CGAffineTransformComponents: Hashable, Sendable {
    /// The factors along x and y; where the map turns the plane over, the vertical one is negative.
    public var scale: CGSize
    /// How far a point moves along x for each unit of its y, after scaling.
    public var horizontalShear: CGFloat
    /// The angle in radians; positive turns x towards y.
    public var rotation: CGFloat
    /// How far everything moves at last.
    public var translation: CGVector

    /// Makes components that are all zero, the scale too: those of a map that sends every point to the origin.
    public init() {
        self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero)
    }

    /// Makes components from their values.
    public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
        (self.scale, self.horizontalShear) = (scale, horizontalShear)
        (self.rotation, self.translation) = (rotation, translation)
    }
}

extension CGAffineTransform {
    /// Makes the map that scales, shears, rotates and moves, in this order.
    public init(_ components: CGAffineTransformComponents) {
        self = CGAffineTransform(scaleX: components.scale.width, y: components.scale.height)
            .concatenating(CGAffineTransform(a: 1, b: 0, c: components.horizontalShear, d: 1, tx: 0, ty: 0))
            .concatenating(CGAffineTransform(rotationAngle: components.rotation))
            .concatenating(
                CGAffineTransform(translationX: components.translation.dx, y: components.translation.dy))
    }

    /// The scale, shear, rotation and translation that it consists of; together they give the map back, if it can be
    /// undone.
    ///
    /// By Gram and Schmidt on the rows of the matrix (Thomas, "Decomposing a matrix into simple transformations",
    /// Graphics Gems II, 1991). Of a map that flattens the plane, the part of the line's direction is kept and the
    /// shear is 0.
    public func decomposed() -> CGAffineTransformComponents {
        let horizontal = hypot(a, b)
        var components = CGAffineTransformComponents(
            scale: .zero, horizontalShear: 0, rotation: 0, translation: CGVector(dx: tx, dy: ty))
        guard horizontal > 0 else {
            let vertical = hypot(c, d)
            components.scale = CGSize(width: 0, height: vertical)
            components.rotation = vertical > 0 ? atan2(-c, d) : 0
            return components
        }
        let (cosine, sine) = (a / horizontal, b / horizontal)
        // The row of y, seen along the turned axes.
        let along = c * cosine + d * sine
        let across = d * cosine - c * sine
        components.scale = CGSize(width: horizontal, height: across)
        components.rotation = atan2(b, a)
        components.horizontalShear = across == 0 ? 0 : along / across
        return components
    }
}
