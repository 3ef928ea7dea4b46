internal import Foundation

extension Matrix4 {
    /// Turns by an angle in radians about an axis of any length; an axis without a length turns nothing.
    ///
    /// Source: Rodrigues' rotation formula, transposed for rows.
    static func rotation(_ angle: Double, about axis: SIMD3<Double>) -> Matrix4 {
        let length = (axis * axis).sum().squareRoot()
        guard length > 0, length.isFinite, angle.isFinite else { return .identity }
        let n = axis / length
        let s = sin(angle)
        let c = cos(angle)
        let t = 1 - c
        // In this form an axis that is turned about stays exactly where it is: a turn about z is one of the plane.
        let stay = n * n + (1 - n * n) * c
        return Matrix4(
            SIMD4(stay.x, t * n.x * n.y + s * n.z, t * n.x * n.z - s * n.y, 0),
            SIMD4(t * n.x * n.y - s * n.z, stay.y, t * n.y * n.z + s * n.x, 0),
            SIMD4(t * n.x * n.z + s * n.y, t * n.y * n.z - s * n.x, stay.z, 0),
            SIMD4(0, 0, 0, 1))
    }
}
