internal import CPixels
internal import Foundation
internal import MainspringAnimation

/// From a layer's own coordinates to the screen's pixels.
struct DeviceMap: Hashable {
    var plane: PlaneMap
    /// Whether there is no perspective in it.
    var isAffine: Bool

    init(_ plane: PlaneMap) {
        self.plane = plane
        isAffine = plane.isAffine
    }

    /// The map after which nothing is seen.
    static let nowhere = DeviceMap(PlaneMap(.zero, .zero, .zero))

    /// A map of the plane, and pixels of a point.
    @inline(__always)
    init(_ map: AffineMap, scale: Double) {
        plane = PlaneMap(
            SIMD3(map.x.x * scale, map.x.y * scale, 0), SIMD3(map.y.x * scale, map.y.y * scale, 0),
            SIMD3(map.origin.x * scale, map.origin.y * scale, 1))
        isAffine = true
    }

    /// A map of the plane with perspective, and pixels of a point.
    init(_ map: PlaneMap, scale: Double) {
        let factor = SIMD3(scale, scale, 1)
        self.init(PlaneMap(map.r0 * factor, map.r1 * factor, map.r2 * factor))
    }

    /// First this one, then another one.
    func followed(by other: DeviceMap) -> DeviceMap {
        isAffine && other.plane == .identity ? self : DeviceMap(plane * other.plane)
    }

    var isFinite: Bool { (plane.r0.sum() + plane.r1.sum() + plane.r2.sum()).isFinite }

    /// Whether rows stay rows and columns stay columns, none of them turned round.
    var isUpright: Bool { isAffine && plane.r0.y == 0 && plane.r1.x == 0 && plane.r0.x > 0 && plane.r1.y > 0 }

    /// Whether it only moves, at so many pixels to a unit.
    func isMove(scale: Double) -> Bool { isUpright && plane.r0.x == scale && plane.r1.y == scale }

    /// Where a point lies, without perspective.
    @inline(__always)
    func affine(_ x: Double, _ y: Double) -> SIMD2<Double> {
        SIMD2(
            plane.r0.x * x + plane.r1.x * y + plane.r2.x, plane.r0.y * x + plane.r1.y * y + plane.r2.y)
    }

    /// The smallest and the greatest place of a rectangle; nil where all of it is behind the viewer.
    @inline(__always)
    func bounds(of rect: CGRect) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
        guard isAffine else { return boundsInPerspective(of: rect) }
        let (width, height) = (rect.size.width, rect.size.height)
        let middle = affine(rect.origin.x + width / 2, rect.origin.y + height / 2)
        let half = SIMD2(
            abs(plane.r0.x * width) + abs(plane.r1.x * height), abs(plane.r0.y * width) + abs(plane.r1.y * height))
        return (middle - half / 2, middle + half / 2)
    }

    private func boundsInPerspective(of rect: CGRect) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
        let box = plane.box(of: rect)
        return box.isNull ? nil : (SIMD2(box.minX, box.minY), SIMD2(box.maxX, box.maxY))
    }

    /// The pixels that a rectangle touches.
    @inline(__always)
    func box(of rect: CGRect) -> PixelBox {
        guard rect.size.width > 0, rect.size.height > 0, let bounds = bounds(of: rect) else { return .empty }
        return PixelBox(around: bounds.low, bounds.high)
    }

    /// From pixels back; nil where the plane is seen from its edge.
    var inverse: pixels_map? {
        guard let inverse = plane.inverse else { return nil }
        let (x, y, one) = (inverse.r0, inverse.r1, inverse.r2)
        // Scaled so that what is in front of the viewer has a part above 0; without perspective it is 1.
        guard isAffine || one.z.isFinite else { return nil }
        let factor = isAffine ? 1 / one.z : 1
        return pixels_map(
            across_x: x.x * factor, across_y: y.x * factor, across: one.x * factor, down_x: x.y * factor,
            down_y: y.y * factor, down: one.y * factor, part_x: x.z * factor, part_y: y.z * factor,
            part: one.z * factor)
    }

    /// How many pixels a unit becomes at most, about the middle of a rectangle.
    func enlargement(in rect: CGRect) -> Double {
        var (a, b, c, d) = (plane.r0.x, plane.r0.y, plane.r1.x, plane.r1.y)
        if !isAffine {
            let (x, y) = (rect.midX, rect.midY)
            let row = plane.r0 * x + plane.r1 * y + plane.r2
            guard row.z > 1e-6 else { return 1 }
            a = (plane.r0.x - plane.r0.z * row.x / row.z) / row.z
            b = (plane.r0.y - plane.r0.z * row.y / row.z) / row.z
            c = (plane.r1.x - plane.r1.z * row.x / row.z) / row.z
            d = (plane.r1.y - plane.r1.z * row.y / row.z) / row.z
        }
        // The greater one of the two axes of the ellipse that a circle becomes.
        let (p, q) = ((a * a + b * b + c * c + d * d) / 2, a * d - b * c)
        let root = max(p * p - q * q, 0).squareRoot()
        return (p + root).squareRoot()
    }

    /// The same of an area: the root of how much larger it becomes.
    func meanEnlargement(in rect: CGRect) -> Double {
        var map = self
        if !isAffine {
            let (x, y) = (rect.midX, rect.midY)
            let row = plane.r0 * x + plane.r1 * y + plane.r2
            guard row.z > 1e-6 else { return 1 }
            map.plane.r0 = (plane.r0 - row * (plane.r0.z / row.z)) / row.z
            map.plane.r1 = (plane.r1 - row * (plane.r1.z / row.z)) / row.z
        }
        return abs(map.plane.r0.x * map.plane.r1.y - map.plane.r0.y * map.plane.r1.x).squareRoot()
    }

    /// Whether the side of a rectangle's plane is seen that is its front: with y downwards, as the layers have it.
    func showsFront(of rect: CGRect) -> Bool {
        guard !isAffine else { return plane.r0.x * plane.r1.y - plane.r0.y * plane.r1.x >= 0 }
        let (a, b, c) = (plane.r0, plane.r1, plane.r0 * rect.midX + plane.r1 * rect.midY + plane.r2)
        return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x) >= 0
    }
}
