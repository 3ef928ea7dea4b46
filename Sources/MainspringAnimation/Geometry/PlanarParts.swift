internal import Foundation

/// What a transform of the plane is made of: enlarged, turned, then by what remains, then moved.
///
/// Source of taking apart, blending and putting together: CSS Transforms Level 1, "Interpolation of 2D matrices".
struct PlanarParts: Hashable, Sendable {
    var translation: SIMD2<Double>
    var scale: SIMD2<Double>
    var angle: Double
    /// The rest as two rows, which shears.
    private var rest0: SIMD2<Double>
    private var rest1: SIMD2<Double>

    init(_ matrix: Matrix4) {
        translation = SIMD2(matrix.r3.x, matrix.r3.y)
        var r0 = SIMD2(matrix.r0.x, matrix.r0.y)
        var r1 = SIMD2(matrix.r1.x, matrix.r1.y)
        scale = SIMD2((r0 * r0).sum().squareRoot(), (r1 * r1).sum().squareRoot())
        if r0.x * r1.y - r0.y * r1.x < 0 {
            // Mirrored: the axis counts as turned over that lies less along its own.
            if r0.x < r1.y { scale.x.negate() } else { scale.y.negate() }
        }
        if scale.x != 0 { r0 /= scale.x }
        if scale.y != 0 { r1 /= scale.y }
        angle = atan2(r0.y, r0.x)
        let s = r0.y
        let c = r0.x
        // Without an x axis there is no angle either.
        (rest0, rest1) = angle == 0 ? (r0, r1) : (r0 * c - r1 * s, r0 * s + r1 * c)
    }

    private init(
        _ translation: SIMD2<Double>, _ scale: SIMD2<Double>, _ angle: Double, _ r0: SIMD2<Double>, _ r1: SIMD2<Double>
    ) {
        self.translation = translation
        self.scale = scale
        self.angle = angle
        rest0 = r0
        rest1 = r1
    }

    var matrix: Matrix4 { Matrix4(map) }

    /// The transform that the parts make.
    @inline(__always)
    var map: AffineMap {
        let s = angle == 0 ? 0 : sin(angle)
        let c = angle == 0 ? 1 : cos(angle)
        return AffineMap(
            x: (rest0 * c + rest1 * s) * scale.x, y: (rest1 * c - rest0 * s) * scale.y, origin: translation)
    }

    /// The pair as the ends of a way: mirrored axes and angles told so that the way is short.
    static func way(from start: PlanarParts, to end: PlanarParts) -> (PlanarParts, PlanarParts) {
        var start = start
        var end = end
        if (start.scale.x < 0 && end.scale.y < 0) || (start.scale.y < 0 && end.scale.x < 0) {
            // Mirrored in one axis each: half a turn apart, and not mirrored against each other.
            start.scale = -start.scale
            start.angle += start.angle < 0 ? .pi : -.pi
        }
        if abs(start.angle - end.angle) > .pi {
            if start.angle > end.angle { start.angle -= 2 * .pi } else { end.angle -= 2 * .pi }
        }
        return (start, end)
    }

    /// The parts between these, which must be the start of a ``way(from:to:)``, and its end.
    @inline(__always)
    func interpolated(to end: PlanarParts, at progress: Double) -> PlanarParts {
        PlanarParts(
            translation + (end.translation - translation) * progress, scale + (end.scale - scale) * progress,
            angle + (end.angle - angle) * progress, rest0 + (end.rest0 - rest0) * progress,
            rest1 + (end.rest1 - rest1) * progress)
    }
}
