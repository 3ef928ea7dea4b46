internal import Foundation

/// What a transform of the plane is made of: enlarged, sheared, turned, then moved; as ``SpatialParts`` are, but
/// mirrored in its plane.
///
/// Source of taking apart and putting together: CSS Transforms Level 2, "Interpolation of 3D matrices", in two
/// dimensions; of which axis counts as mirrored, and of the ways: Level 1, "Interpolation of 2D matrices".
struct PlanarParts: Hashable, Sendable {
    var translation: SIMD2<Double>
    var scale: SIMD2<Double>
    /// How far y leans along x.
    var shear: Double
    var angle: Double

    /// Nil where the axes lie on one line, so that nothing says how far y leans.
    init?(_ matrix: Matrix4) {
        translation = SIMD2(matrix.r3.x, matrix.r3.y)
        var x = SIMD2(matrix.r0.x, matrix.r0.y)
        let y = SIMD2(matrix.r1.x, matrix.r1.y)
        let isMirrored = x.x * y.y - x.y * y.x < 0
        scale = SIMD2((x * x).sum().squareRoot(), 0)
        // Without an x axis it is where the y axis has it.
        x = scale.x > 0 ? x / scale.x : y == .zero ? SIMD2(1, 0) : SIMD2(y.y, -y.x) / (y * y).sum().squareRoot()
        let across = y.x * -x.y + y.y * x.x
        let along = (x * y).sum()
        guard across != 0 || along == 0 else { return nil }
        scale.y = across
        shear = across == 0 ? 0 : along / across
        // Mirrored: the axis counts as turned over that lies less along its own.
        if isMirrored, matrix.r0.x < matrix.r1.y {
            x = -x
            scale = -scale
        }
        angle = atan2(x.y, x.x)
    }

    private init(
        _ translation: SIMD2<Double>, _ scale: SIMD2<Double>, _ shear: Double, _ angle: Double
    ) {
        self.translation = translation
        self.scale = scale
        self.shear = shear
        self.angle = angle
    }

    var matrix: Matrix4 { Matrix4(map) }

    /// The transform that the parts make.
    @inline(__always)
    var map: AffineMap {
        let s = angle == 0 ? 0 : sin(angle)
        let c = angle == 0 ? 1 : cos(angle)
        let x = SIMD2(c, s)
        return AffineMap(x: x * scale.x, y: (SIMD2(-s, c) + x * shear) * scale.y, origin: translation)
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
            shear + (end.shear - shear) * progress, angle + (end.angle - angle) * progress)
    }
}
