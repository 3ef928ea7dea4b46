/// What a transform of space is made of: enlarged, sheared, turned, moved, and seen in perspective.
///
/// Source of taking apart and putting together: CSS Transforms Level 2, "Interpolation of 3D matrices".
struct SpatialParts: Hashable, Sendable {
    var translation: SIMD3<Double>
    var scale: SIMD3<Double>
    /// How far y leans along x, z along x, and z along y.
    var shear: SIMD3<Double>
    var perspective: SIMD4<Double>
    var turn: Quaternion

    /// Nil where the transform takes a dimension away, and so says nothing about its parts.
    init?(_ matrix: Matrix4) {
        guard matrix.r3.w != 0, matrix.isFinite else { return nil }
        let factor = 1 / matrix.r3.w
        let m = Matrix4(matrix.r0 * factor, matrix.r1 * factor, matrix.r2 * factor, matrix.r3 * factor)
        let sight = SIMD4(m.r0.w, m.r1.w, m.r2.w, m.r3.w)
        var affine = m
        affine.r0.w = 0
        affine.r1.w = 0
        affine.r2.w = 0
        affine.r3.w = 1
        guard let back = affine.inverse else { return nil }
        perspective = SIMD4(
            (back.r0 * sight).sum(), (back.r1 * sight).sum(), (back.r2 * sight).sum(), (back.r3 * sight).sum())
        translation = SIMD3(m.r3.x, m.r3.y, m.r3.z)

        var axes = RowAxes(m)
        guard axes.scale.x != 0, axes.scale.y != 0, axes.scale.z != 0 else { return nil }
        shear = axes.shear
        if axes.isMirrored {
            // Told as turned over in all three axes.
            axes.scale = -axes.scale
            (axes.x, axes.y, axes.z) = (-axes.x, -axes.y, -axes.z)
        }
        scale = axes.scale
        turn = Quaternion(rotation: axes.x, axes.y, axes.z)
    }

    private init(
        _ translation: SIMD3<Double>, _ scale: SIMD3<Double>, _ shear: SIMD3<Double>, _ perspective: SIMD4<Double>,
        _ turn: Quaternion
    ) {
        self.translation = translation
        self.scale = scale
        self.shear = shear
        self.perspective = perspective
        self.turn = turn
    }

    var matrix: Matrix4 {
        let turned = turn.matrix
        let x = turned.r0
        let y = turned.r1 + x * shear.x
        let z = turned.r2 + x * shear.y + turned.r1 * shear.z
        let moved = SIMD4(translation, 1)
        func seen(_ row: SIMD4<Double>) -> SIMD4<Double> {
            SIMD4(row.x, row.y, row.z, (row * perspective).sum())
        }
        return Matrix4(seen(x * scale.x), seen(y * scale.y), seen(z * scale.z), seen(moved))
    }

    /// The parts between these and others.
    func interpolated(to end: SpatialParts, at progress: Double) -> SpatialParts {
        SpatialParts(
            translation + (end.translation - translation) * progress, scale + (end.scale - scale) * progress,
            shear + (end.shear - shear) * progress, perspective + (end.perspective - perspective) * progress,
            turn.interpolated(to: end.turn, at: progress))
    }
}
