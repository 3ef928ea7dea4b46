package import Foundation

/// A map of the plane without perspective, as six numbers: where the axes go, and the origin. Points are rows, as in
/// ``PlaneMap``.
package struct AffineMap: Hashable, Sendable {
    package var x: SIMD2<Double>
    package var y: SIMD2<Double>
    package var origin: SIMD2<Double>

    /// The map that leaves each point where it is.
    package static let identity = AffineMap(x: SIMD2(1, 0), y: SIMD2(0, 1), origin: .zero)

    package init(x: SIMD2<Double>, y: SIMD2<Double>, origin: SIMD2<Double>) {
        self.x = x
        self.y = y
        self.origin = origin
    }

    /// What a transform of the plane does; of any other one its part in the plane.
    package init(_ matrix: Matrix4) {
        self.init(
            x: SIMD2(matrix.r0.x, matrix.r0.y), y: SIMD2(matrix.r1.x, matrix.r1.y),
            origin: SIMD2(matrix.r3.x, matrix.r3.y))
    }

    /// A map that has no perspective.
    package init(_ map: PlaneMap) {
        self.init(x: SIMD2(map.r0.x, map.r0.y), y: SIMD2(map.r1.x, map.r1.y), origin: SIMD2(map.r2.x, map.r2.y))
    }

    /// Where a direction goes.
    @inline(__always)
    package func direction(_ vector: SIMD2<Double>) -> SIMD2<Double> { x * vector.x + y * vector.y }

    /// Where a point goes.
    @inline(__always)
    package func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { direction(point) + origin }

    /// First the left one, then the right one.
    @inline(__always)
    package static func * (left: AffineMap, right: AffineMap) -> AffineMap {
        AffineMap(x: right.direction(left.x), y: right.direction(left.y), origin: right(left.origin))
    }

    /// The smallest upright rectangle around where a rectangle lies: by its middle and its reach.
    @inline(__always)
    package func box(of rect: CGRect) -> CGRect {
        let half = SIMD2<Double>(rect.size.width / 2, rect.size.height / 2)
        let middle = self(SIMD2<Double>(rect.origin.x, rect.origin.y) + half)
        let rx = abs(half.x * x.x) + abs(half.y * y.x)
        let ry = abs(half.x * x.y) + abs(half.y * y.y)
        return CGRect(x: middle.x - rx, y: middle.y - ry, width: 2 * rx, height: 2 * ry)
    }
}

extension Matrix4 {
    package init(_ map: AffineMap) {
        self.init(
            SIMD4(map.x.x, map.x.y, 0, 0), SIMD4(map.y.x, map.y.y, 0, 0), SIMD4(0, 0, 1, 0),
            SIMD4(map.origin.x, map.origin.y, 0, 1))
    }
}

extension PlaneMap {
    package init(_ map: AffineMap) {
        self.init(
            SIMD3(map.x.x, map.x.y, 0), SIMD3(map.y.x, map.y.y, 0), SIMD3(map.origin.x, map.origin.y, 1))
    }
}
