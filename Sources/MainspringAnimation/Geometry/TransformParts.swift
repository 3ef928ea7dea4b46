internal import Foundation

/// The upper left part of a transform as factors, shears and angles.
///
/// The angles are those of turns about x, then y, then z.
struct TransformParts {
    var scale: SIMD3<Double>
    private var shear: SIMD3<Double>
    /// About x, y and z, in radians; that about y from minus to plus a quarter turn.
    var angles: SIMD3<Double>

    init(_ matrix: Matrix4) {
        var axes = RowAxes(matrix)
        if axes.isMirrored {
            // Told as a negative factor of the axis that points back the most.
            if axes.x.x < 0, axes.y.y < 0, axes.z.z < 0 {
                // All three do.
                axes.scale = -axes.scale
                axes.leans = -axes.leans
                (axes.x, axes.y, axes.z) = (-axes.x, -axes.y, -axes.z)
            } else if axes.x.x <= axes.y.y, axes.x.x <= axes.z.z {
                axes.scale.x.negate()
                axes.x = -axes.x
                axes.leans.x.negate()
                axes.leans.y.negate()
            } else if axes.y.y <= axes.z.z {
                axes.scale.y.negate()
                axes.y = -axes.y
                axes.leans.z.negate()
            } else {
                axes.scale.z.negate()
                axes.z = -axes.z
            }
        }
        scale = axes.scale
        shear = axes.shear
        let (x, y, z) = (axes.x, axes.y, axes.z)
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
}
