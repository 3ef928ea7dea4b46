/// What a transform of space is made of: enlarged, sheared, turned, moved, and seen in perspective.
///
/// Source of taking apart and putting together: CSS Transforms Level 2, "Interpolation of 3D matrices", which follows
/// Thomas, "Decomposing a matrix into simple transformations", Graphics Gems II.
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

        var x = SIMD3(m.r0.x, m.r0.y, m.r0.z)
        var y = SIMD3(m.r1.x, m.r1.y, m.r1.z)
        var z = SIMD3(m.r2.x, m.r2.y, m.r2.z)
        scale = .one
        shear = .zero
        scale.x = (x * x).sum().squareRoot()
        x /= scale.x
        shear.x = (x * y).sum()
        y -= x * shear.x
        scale.y = (y * y).sum().squareRoot()
        y /= scale.y
        shear.x /= scale.y
        shear.y = (x * z).sum()
        z -= x * shear.y
        shear.z = (y * z).sum()
        z -= y * shear.z
        scale.z = (z * z).sum().squareRoot()
        z /= scale.z
        shear.y /= scale.z
        shear.z /= scale.z
        let cross = SIMD3(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x)
        if (x * cross).sum() < 0 {
            // Mirrored: told as turned over in all three axes.
            scale = -scale
            x = -x
            y = -y
            z = -z
        }
        turn = Quaternion(rotation: x, y, z)
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
