internal import CPixels
internal import Foundation

/// A rectangle, with round corners or without, where it lies on the screen.
struct PlacedShape {
    /// The pixels that it touches.
    let box: PixelBox
    /// Whether it covers them wholly.
    let isBox: Bool
    let isInPerspective: Bool
    private(set) var shape = pixels_shape()

    /// Nil where nothing is seen of it.
    /// - Parameter asBox: Whether one that covers whole pixels needs no edges.
    init?(_ outline: Outline, _ map: DeviceMap, asBox: Bool = true) {
        let rect = outline.rect
        guard rect.size.width > 0, rect.size.height > 0, let bounds = map.bounds(of: rect) else { return nil }
        box = PixelBox(around: bounds.low, bounds.high)
        guard !box.isEmpty else { return nil }
        isInPerspective = !map.isAffine
        isBox =
            asBox && outline.radius == 0 && map.isUpright && bounds.low == bounds.low.rounded(.down)
            && bounds.high == bounds.high.rounded(.down)
        if isBox { return }
        guard let inverse = map.inverse else { return nil }
        shape.map = inverse
        (shape.left, shape.top, shape.right, shape.bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
        shape.is_in_perspective = isInPerspective ? 1 : 0
        let across = SIMD3(inverse.across_x, inverse.across_y, inverse.across)
        let down = SIMD3(inverse.down_x, inverse.down_y, inverse.down)
        let part = SIMD3(inverse.part_x, inverse.part_y, inverse.part)
        let edges = (
            across - part * shape.left, part * shape.right - across, down - part * shape.top,
            part * shape.bottom - down
        )
        let lengths = (Self.slope(edges.0), Self.slope(edges.1), Self.slope(edges.2), Self.slope(edges.3))
        guard (lengths.0 + lengths.1 + lengths.2 + lengths.3).isFinite else { return nil }
        let (e0, e1, e2, e3) = (edges.0 * lengths.0, edges.1 * lengths.1, edges.2 * lengths.2, edges.3 * lengths.3)
        shape.edge_x = (e0.x, e1.x, e2.x, e3.x)
        shape.edge_y = (e0.y, e1.y, e2.y, e3.y)
        shape.edge = (e0.z, e1.z, e2.z, e3.z)
        guard outline.radius > 0 else { return }
        shape.is_round = 1
        let (u, v) = (
            SIMD2(inverse.across_x, inverse.across_y), SIMD2(inverse.down_x, inverse.down_y)
        )
        let (a, b) = ((u * u).sum(), (v * v).sum())
        if !isInPerspective, abs(a - b) <= 1e-9 * a, abs((u * v).sum()) <= 1e-9 * a { shape.scale = 1 / a.squareRoot() }
        let radii = outline.radii
        shape.radius = (radii.0, radii.1, radii.2, radii.3)
    }

    /// What an edge is multiplied by, so that it is a distance in pixels; one that is nowhere near is as far away as it says.
    private static func slope(_ edge: SIMD3<Double>) -> Double {
        let length = (edge.x * edge.x + edge.y * edge.y).squareRoot()
        return length > 0 ? 1 / length : 1
    }
}
