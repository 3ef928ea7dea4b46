internal import Foundation

/// A transform as four rows of four numbers, fit for computing; points are rows: `(x, y, z, 1) * matrix`.
package struct Matrix4: Hashable, Sendable {
    package var r0, r1, r2, r3: SIMD4<Double>

    package init(_ r0: SIMD4<Double>, _ r1: SIMD4<Double>, _ r2: SIMD4<Double>, _ r3: SIMD4<Double>) {
        self.r0 = r0
        self.r1 = r1
        self.r2 = r2
        self.r3 = r3
    }

    package init(_ transform: CATransform3D) {
        let t = transform
        r0 = SIMD4(t.m11, t.m12, t.m13, t.m14)
        r1 = SIMD4(t.m21, t.m22, t.m23, t.m24)
        r2 = SIMD4(t.m31, t.m32, t.m33, t.m34)
        r3 = SIMD4(t.m41, t.m42, t.m43, t.m44)
    }

    /// The transform that changes nothing.
    package static let identity = Matrix4(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))

    /// Moves.
    package static func translation(_ x: Double, _ y: Double, _ z: Double) -> Matrix4 {
        Matrix4(identity.r0, identity.r1, identity.r2, SIMD4(x, y, z, 1))
    }

    /// Enlarges.
    package static func scale(_ x: Double, _ y: Double, _ z: Double) -> Matrix4 {
        Matrix4(SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), identity.r3)
    }

    /// A row through the matrix.
    package func transforming(_ row: SIMD4<Double>) -> SIMD4<Double> {
        var result: SIMD4<Double> = r0 * row.x
        result += r1 * row.y
        result += r2 * row.z
        result += r3 * row.w
        return result
    }

    /// First the left one, then the right one.
    package static func * (left: Matrix4, right: Matrix4) -> Matrix4 {
        Matrix4(
            right.transforming(left.r0), right.transforming(left.r1), right.transforming(left.r2),
            right.transforming(left.r3))
    }

    /// Whether it keeps the plane z = 0 a plane without perspective, and takes nothing out of it.
    package var isAffine2D: Bool {
        r0.z == 0 && r0.w == 0 && r1.z == 0 && r1.w == 0 && r2 == SIMD4(0, 0, 1, 0) && r3.z == 0 && r3.w == 1
    }

    /// Whether all elements are finite.
    package var isFinite: Bool {
        var sum: SIMD4<Double> = r0 + r1
        sum += r2
        sum += r3
        // Only what is infinite or no number is not 0 after this.
        return sum * 0 == .zero || [r0, r1, r2, r3].allSatisfy { $0 * 0 == .zero }
    }
}
