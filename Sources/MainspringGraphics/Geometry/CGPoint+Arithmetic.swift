import Foundation

// Points and vectors as geometry writes them. Internal: Apple's platforms have no such operators, and users write their
// own.

extension CGPoint {
    static func - (end: CGPoint, start: CGPoint) -> CGVector { CGVector(dx: end.x - start.x, dy: end.y - start.y) }

    static func + (point: CGPoint, vector: CGVector) -> CGPoint {
        CGPoint(x: point.x + vector.dx, y: point.y + vector.dy)
    }

    static func - (point: CGPoint, vector: CGVector) -> CGPoint {
        CGPoint(x: point.x - vector.dx, y: point.y - vector.dy)
    }

    /// The point that divides the way to another one.
    func interpolated(to end: CGPoint, at fraction: CGFloat) -> CGPoint {
        CGPoint(x: x + (end.x - x) * fraction, y: y + (end.y - y) * fraction)
    }

    func distance(to other: CGPoint) -> CGFloat { (other - self).length }

    var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGVector {
    static func + (left: CGVector, right: CGVector) -> CGVector {
        CGVector(dx: left.dx + right.dx, dy: left.dy + right.dy)
    }

    static func - (left: CGVector, right: CGVector) -> CGVector {
        CGVector(dx: left.dx - right.dx, dy: left.dy - right.dy)
    }

    static func * (vector: CGVector, factor: CGFloat) -> CGVector {
        CGVector(dx: vector.dx * factor, dy: vector.dy * factor)
    }

    static prefix func - (vector: CGVector) -> CGVector { CGVector(dx: -vector.dx, dy: -vector.dy) }

    /// Its length, without overflow on the way.
    var length: CGFloat { hypot(dx, dy) }

    /// The cosine of the angle between two vectors times their lengths.
    func dot(_ other: CGVector) -> CGFloat { dx * other.dx + dy * other.dy }

    /// The sine of the angle from this vector to another times their lengths; positive where it turns from x towards y.
    func cross(_ other: CGVector) -> CGFloat { dx * other.dy - dy * other.dx }

    /// The vector of length 1 in the same direction; nil if it has none.
    var normalized: CGVector? {
        let length = length
        guard length > 0, length.isFinite else { return nil }
        // Twice, because a division by a length that is almost zero loses digits.
        let first = CGVector(dx: dx / length, dy: dy / length)
        let rest = first.length
        return rest > 0 && rest.isFinite ? CGVector(dx: first.dx / rest, dy: first.dy / rest) : nil
    }
}
