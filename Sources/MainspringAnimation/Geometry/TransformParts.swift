internal import Foundation

/// The upper left part of a transform as factors, shears and angles.
///
/// The rows are taken apart as in ``SpatialParts``; the angles are those of turns about x, then y, then z.
struct TransformParts {
    var scale: SIMD3<Double>
    private var shear: SIMD3<Double>
    /// About x, y and z, in radians; that about y from minus to plus a quarter turn.
    var angles: SIMD3<Double>

    init(_ matrix: Matrix4) {
        var x = SIMD3(matrix.r0.x, matrix.r0.y, matrix.r0.z)
        var y = SIMD3(matrix.r1.x, matrix.r1.y, matrix.r1.z)
        var z = SIMD3(matrix.r2.x, matrix.r2.y, matrix.r2.z)
        scale = .zero
        shear = .zero
        // An axis that is scaled away has no direction: it gets the one that the others leave.
        scale.x = Self.normalize(&x) ?? 0
        if scale.x == 0 { x = Self.perpendicular(y, z, otherwise: SIMD3(1, 0, 0)) }
        var leanX = (x * y).sum()
        y -= x * leanX
        scale.y = Self.normalize(&y) ?? 0
        if scale.y == 0 { y = Self.perpendicular(z - x * (x * z).sum(), x, otherwise: Self.anyPerpendicular(to: x)) }
        var leanY = (x * z).sum()
        z -= x * leanY
        var leanZ = (y * z).sum()
        z -= y * leanZ
        let cross = Self.cross(x, y)
        scale.z = Self.normalize(&z) ?? 0
        if scale.z == 0 { z = cross }
        if (cross * z).sum() < 0 {
            // Mirrored: told as a negative factor of the axis that points back the most.
            if x.x <= y.y, x.x <= z.z {
                scale.x.negate()
                x = -x
                leanX.negate()
                leanY.negate()
            } else if y.y <= z.z {
                scale.y.negate()
                y = -y
                leanZ.negate()
            } else {
                scale.z.negate()
                z = -z
            }
        }
        shear = SIMD3(
            scale.y == 0 ? 0 : leanX / scale.y, scale.z == 0 ? 0 : leanY / scale.z, scale.z == 0 ? 0 : leanZ / scale.z)
        // Rows of Rx * Ry * Rz, for points written as rows.
        angles = SIMD3(atan2(y.z, z.z), asin(min(max(-x.z, -1), 1)), atan2(x.y, x.x))
        if abs(x.z) > 1 - 1e-12 {
            // Looking along z: only the sum of the turns about x and z shows.
            angles.x = 0
            angles.z = atan2(-y.x, y.y)
        }
    }

    /// Puts the parts in place of the upper left ones.
    func apply(to matrix: inout Matrix4) {
        let turned =
            Matrix4.rotation(angles.x, about: SIMD3(1, 0, 0)) * .rotation(angles.y, about: SIMD3(0, 1, 0))
            * .rotation(angles.z, about: SIMD3(0, 0, 1))
        let y = turned.r1 + turned.r0 * shear.x
        let z = turned.r2 + turned.r0 * shear.y + turned.r1 * shear.z
        func row(_ value: SIMD4<Double>, keeping old: SIMD4<Double>) -> SIMD4<Double> {
            SIMD4(value.x, value.y, value.z, old.w)
        }
        matrix.r0 = row(turned.r0 * scale.x, keeping: matrix.r0)
        matrix.r1 = row(y * scale.y, keeping: matrix.r1)
        matrix.r2 = row(z * scale.z, keeping: matrix.r2)
    }

    private static func normalize(_ vector: inout SIMD3<Double>) -> Double? {
        let length = (vector * vector).sum().squareRoot()
        guard length > 1e-12, length.isFinite else { return nil }
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
        return normalize(&result) == nil ? otherwise : result
    }

    private static func anyPerpendicular(to x: SIMD3<Double>) -> SIMD3<Double> {
        perpendicular(SIMD3(0, 0, 1), x, otherwise: SIMD3(0, 1, 0))
    }
}
