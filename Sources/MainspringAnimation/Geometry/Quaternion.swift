internal import Foundation

/// A turn in space, as a number of four parts: x, y and z of the axis times the half angle's sine, and w its cosine.
struct Quaternion: Hashable, Sendable {
    var parts: SIMD4<Double>

    /// The turn that a matrix makes whose rows are perpendicular and of length 1.
    ///
    /// Source: Shepperd, "Quaternion from rotation matrix", 1978: the largest part comes from a root, the others from
    /// differences that are divided by it, so that no digits are lost.
    init(rotation r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) {
        let trace = r0.x + r1.y + r2.z
        let largest = max(trace, r0.x, r1.y, r2.z)
        func root(_ value: Double) -> Double { 2 * max(1 + value, 0).squareRoot() }
        if largest == trace {
            let s = root(trace)
            parts = SIMD4((r1.z - r2.y) / s, (r2.x - r0.z) / s, (r0.y - r1.x) / s, s / 4)
        } else if largest == r0.x {
            let s = root(r0.x - r1.y - r2.z)
            parts = SIMD4(s / 4, (r0.y + r1.x) / s, (r0.z + r2.x) / s, (r1.z - r2.y) / s)
        } else if largest == r1.y {
            let s = root(r1.y - r0.x - r2.z)
            parts = SIMD4((r0.y + r1.x) / s, s / 4, (r1.z + r2.y) / s, (r2.x - r0.z) / s)
        } else {
            let s = root(r2.z - r0.x - r1.y)
            parts = SIMD4((r0.z + r2.x) / s, (r1.z + r2.y) / s, s / 4, (r0.y - r1.x) / s)
        }
    }

    init(parts: SIMD4<Double>) {
        self.parts = parts
    }

    /// The matrix of the turn, for points written as rows.
    var matrix: Matrix4 {
        let x = parts.x
        let y = parts.y
        let z = parts.z
        let w = parts.w
        return Matrix4(
            SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0),
            SIMD4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0),
            SIMD4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0),
            SIMD4(0, 0, 0, 1))
    }

    /// The turn a part of the way to another one, by the shorter way round.
    ///
    /// Source: spherical linear interpolation, Shoemake 1985.
    func interpolated(to other: Quaternion, at progress: Double) -> Quaternion {
        var end = other.parts
        var cosine = (parts * end).sum()
        if cosine < 0 {
            end = -end
            cosine = -cosine
        }
        guard cosine < 1 - 1e-12 else {
            // So near that the arc is a line.
            let blend = parts + (end - parts) * progress
            return Quaternion(parts: blend / (blend * blend).sum().squareRoot())
        }
        let angle = acos(cosine)
        let start = sin((1 - progress) * angle)
        let rest = sin(progress * angle)
        return Quaternion(parts: (parts * start + end * rest) / sin(angle))
    }
}
