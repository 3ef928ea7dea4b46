import Foundation
import MainspringAnimation

/// A map of the plane with perspective, by three columns: what x, y and 1 become; the third component divides the others.
struct Homography {
    var x: SIMD3<Double>
    var y: SIMD3<Double>
    var one: SIMD3<Double>

    init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ one: SIMD3<Double>) { (self.x, self.y, self.one) = (x, y, one) }

    init(moving offset: SIMD2<Double>) {
        self.init(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(offset.x, offset.y, 1))
    }

    init(scaling factor: SIMD2<Double>) {
        self.init(SIMD3(factor.x, 0, 0), SIMD3(0, factor.y, 0), SIMD3(0, 0, 1))
    }

    /// What a transform makes of the plane in which it lies, without the third dimension.
    init(_ transform: CATransform3D) {
        self.init(
            SIMD3(Double(transform.m11), Double(transform.m12), Double(transform.m14)),
            SIMD3(Double(transform.m21), Double(transform.m22), Double(transform.m24)),
            SIMD3(Double(transform.m41), Double(transform.m42), Double(transform.m44)))
    }

    func homogeneous(_ point: SIMD2<Double>) -> SIMD3<Double> { x * point.x + y * point.y + one }

    func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let place = homogeneous(point)
        return SIMD2(place.x, place.y) / place.z
    }

    /// First this one, then another one.
    func followed(by other: Homography) -> Homography {
        func map(_ column: SIMD3<Double>) -> SIMD3<Double> {
            other.x * column.x + other.y * column.y + other.one * column.z
        }
        return Homography(map(x), map(y), map(one))
    }

    /// The way back, by the adjugate; divided so that what is in front of the viewer has a third component above 0.
    var inverse: Homography {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let (first, second, third) = (cross(y, one), cross(one, x), cross(x, y))
        let determinant = (x * first).sum()
        return Homography(
            SIMD3(first.x, second.x, third.x) / determinant, SIMD3(first.y, second.y, third.y) / determinant,
            SIMD3(first.z, second.z, third.z) / determinant)
    }

    /// How much larger a small area becomes about a point, as the root of it.
    func enlargement(at point: SIMD2<Double>) -> Double {
        let place = homogeneous(point)
        func slope(_ column: SIMD3<Double>) -> SIMD2<Double> {
            let moved = column - place * (column.z / place.z)
            return SIMD2(moved.x, moved.y) / place.z
        }
        let (a, b) = (slope(x), slope(y))
        return abs(a.x * b.y - a.y * b.x).squareRoot()
    }
}
