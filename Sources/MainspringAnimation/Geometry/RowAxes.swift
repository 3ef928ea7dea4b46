/// The upper left part of a transform as three perpendicular directions, how far its rows reach along them, and how
/// they lean.
///
/// Source: Gram and Schmidt's process, as in Thomas, "Decomposing a matrix into simple transformations", Graphics Gems
/// II.
struct RowAxes {
    var x, y, z: SIMD3<Double>
    /// 0 for a row that says nothing beside those before it.
    var scale: SIMD3<Double>
    /// How far the row of y reaches along x, that of z along x, and that of z along y.
    var leans: SIMD3<Double>

    init(_ matrix: Matrix4) {
        x = SIMD3(matrix.r0.x, matrix.r0.y, matrix.r0.z)
        y = SIMD3(matrix.r1.x, matrix.r1.y, matrix.r1.z)
        z = SIMD3(matrix.r2.x, matrix.r2.y, matrix.r2.z)
        let (rowY, rowZ) = (y, z)
        // A row that is scaled away has no direction: it gets the one that the others leave.
        scale = SIMD3(Self.normalize(&x, beside: x), 0, 0)
        if scale.x == 0 { x = Self.perpendicular(y, z, otherwise: SIMD3(1, 0, 0)) }
        leans = SIMD3((x * rowY).sum(), (x * rowZ).sum(), 0)
        y -= x * leans.x
        z -= x * leans.y
        scale.y = Self.normalize(&y, beside: rowY)
        if scale.y == 0 {
            y = Self.perpendicular(
                z, x, otherwise: Self.perpendicular(SIMD3(0, 0, 1), x, otherwise: SIMD3(0, 1, 0)))
        }
        leans.z = (y * z).sum()
        z -= y * leans.z
        scale.z = Self.normalize(&z, beside: rowZ)
        if scale.z == 0 { z = Self.cross(x, y) }
    }

    /// Whether a right hand becomes a left one.
    var isMirrored: Bool { (x * Self.cross(y, z)).sum() < 0 }

    /// How the rows lean, beside their own lengths.
    var shear: SIMD3<Double> {
        SIMD3(
            scale.y == 0 ? 0 : leans.x / scale.y, scale.z == 0 ? 0 : leans.y / scale.z,
            scale.z == 0 ? 0 : leans.z / scale.z)
    }

    /// Makes a vector one of length 1, and returns its length; 0 where rounding alone is left of it.
    private static func normalize(_ vector: inout SIMD3<Double>, beside row: SIMD3<Double>) -> Double {
        let length = (vector * vector).sum().squareRoot()
        guard length > 1e-14 * (row * row).sum().squareRoot(), length.isFinite else { return 0 }
        vector /= length
        return length
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    private static func perpendicular(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, otherwise: SIMD3<Double>
    ) -> SIMD3<Double> {
        var result = cross(a, b)
        return normalize(&result, beside: result) == 0 ? otherwise : result
    }
}
