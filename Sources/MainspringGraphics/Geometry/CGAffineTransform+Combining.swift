public import Foundation

extension CGAffineTransform {
    /// This map, and the given one after it.
    public func concatenating(_ second: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * second.a + b * second.c,
            b: a * second.b + b * second.d,
            c: c * second.a + d * second.c,
            d: c * second.b + d * second.d,
            tx: tx * second.a + ty * second.c + second.tx,
            ty: tx * second.b + ty * second.d + second.ty)
    }

    /// A move, and this map after it.
    public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(a: a, b: b, c: c, d: d, tx: x * a + y * c + tx, ty: x * b + y * d + ty)
    }

    /// A scale, and this map after it.
    public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
        CGAffineTransform(a: x * a, b: x * b, c: y * c, d: y * d, tx: tx, ty: ty)
    }

    /// A rotation by an angle in radians, and this map after it.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// The map that undoes this one; this one itself if there is none, because it flattens the plane or is not finite.
    public func inverted() -> CGAffineTransform {
        guard isInvertible else { return self }
        let determinant = determinant
        return CGAffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }
}

extension CGPoint {
    /// Where a map sends the point.
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty)
    }
}

extension CGSize {
    /// What a map makes of the size taken as a vector: moves have no effect, and the result may be negative.
    public func applying(_ transform: CGAffineTransform) -> CGSize {
        CGSize(
            width: transform.a * width + transform.c * height,
            height: transform.b * width + transform.d * height)
    }
}

extension CGRect {
    /// The smallest rectangle that holds the four corners after a map.
    ///
    /// The null rectangle and the infinite one stay what they are.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        guard !isNull, !isInfinite, !transform.isIdentity else { return self }
        let corners = [
            CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
        ].map { $0.applying(transform) }
        return CGRect(boundingBoxOf: corners)
    }

    /// The smallest rectangle that holds points; null if there is none.
    init(boundingBoxOf points: some Sequence<CGPoint>) {
        var box = PointBounds()
        for point in points { box.add(point) }
        self = box.rect
    }
}
