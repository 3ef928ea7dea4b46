package import Foundation

/// Where the points of one plane lie on another that is seen from it, with perspective: a matrix of 3 by 3 for rows
/// `(x, y, 1)`.
///
/// What a transform of space does to the plane z = 0 when the result is made flat: its z row and z column are left
/// away.
package struct PlaneMap: Hashable, Sendable {
    package var r0, r1, r2: SIMD3<Double>

    package init(_ r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) {
        self.r0 = r0
        self.r1 = r1
        self.r2 = r2
    }

    /// The map that leaves each point where it is.
    package static let identity = PlaneMap(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

    /// What is left of a transform of space when everything is made flat.
    package init(flattening matrix: Matrix4) {
        r0 = SIMD3(matrix.r0.x, matrix.r0.y, matrix.r0.w)
        r1 = SIMD3(matrix.r1.x, matrix.r1.y, matrix.r1.w)
        r2 = SIMD3(matrix.r3.x, matrix.r3.y, matrix.r3.w)
    }

    private func transforming(_ row: SIMD3<Double>) -> SIMD3<Double> {
        var result: SIMD3<Double> = r0 * row.x
        result += r1 * row.y
        result += r2 * row.z
        return result
    }

    /// First the left one, then the right one.
    package static func * (left: PlaneMap, right: PlaneMap) -> PlaneMap {
        PlaneMap(right.transforming(left.r0), right.transforming(left.r1), right.transforming(left.r2))
    }

    /// Whether there is no perspective in it.
    package var isAffine: Bool { r0.z == 0 && r1.z == 0 && r2.z == 1 }

    /// Where a point lies; nil where it is on or behind the viewer.
    package func callAsFunction(_ point: CGPoint) -> CGPoint? {
        let result = transforming(SIMD3(point.x, point.y, 1))
        guard result.z > 1e-9 else { return nil }
        return CGPoint(x: result.x / result.z, y: result.y / result.z)
    }

    /// Of what the terms of a determinant come to, as much as is more than roundings.
    private static let leastPart = 1e-12

    /// The map back, by cofactors; nil where the plane is seen from its edge.
    package var inverse: PlaneMap? {
        let c0 = SIMD3(r1.y * r2.z - r1.z * r2.y, r0.z * r2.y - r0.y * r2.z, r0.y * r1.z - r0.z * r1.y)
        let c1 = SIMD3(r1.z * r2.x - r1.x * r2.z, r0.x * r2.z - r0.z * r2.x, r0.z * r1.x - r0.x * r1.z)
        let c2 = SIMD3(r1.x * r2.y - r1.y * r2.x, r0.y * r2.x - r0.x * r2.y, r0.x * r1.y - r0.y * r1.x)
        let determinant = r0.x * c0.x + r0.y * c1.x + r0.z * c2.x
        // From the edge its terms make up 0 but for what they were rounded by, of which a way back would lead anywhere.
        let x = abs(r0.x) * (abs(r1.y * r2.z) + abs(r1.z * r2.y))
        let y = abs(r0.y) * (abs(r1.z * r2.x) + abs(r1.x * r2.z))
        let z = abs(r0.z) * (abs(r1.x * r2.y) + abs(r1.y * r2.x))
        let factor = 1 / determinant
        guard abs(determinant) > Self.leastPart * (x + y + z), factor.isFinite else { return nil }
        let result = PlaneMap(c0 * factor, c1 * factor, c2 * factor)
        // Not scaled to 1, so what lies in front of the viewer has a last part above 0 on the way back too.
        return result.r2.z.isFinite ? result : nil
    }

    /// The smallest upright rectangle around where a rectangle lies; null where all of it is behind the viewer.
    ///
    /// What crosses the viewer's plane is cut off just in front of it.
    package func box(of rect: CGRect) -> CGRect {
        if rect.isNull || rect.isInfinite { return rect }
        let corners = [
            SIMD3(rect.minX, rect.minY, 1), SIMD3(rect.maxX, rect.minY, 1), SIMD3(rect.maxX, rect.maxY, 1),
            SIMD3(rect.minX, rect.maxY, 1),
        ].map(transforming)
        var low = SIMD2(Double.infinity, .infinity)
        var high = SIMD2(-Double.infinity, -.infinity)
        func add(_ point: SIMD3<Double>) {
            let place = SIMD2(point.x, point.y) / point.z
            low = pointwiseMin(low, place)
            high = pointwiseMax(high, place)
        }
        let near = 1e-6
        for (index, corner) in corners.enumerated() {
            if corner.z >= near { add(corner) }
            let next = corners[(index + 1) % 4]
            guard (corner.z >= near) != (next.z >= near) else { continue }
            let part = (near - corner.z) / (next.z - corner.z)
            add(corner + (next - corner) * part)
        }
        guard low.x <= high.x, low.y <= high.y else { return .null }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}
