/// How much of each pixel a quadrangle covers, by the areas of what is left of it within the pixels.
struct QuadCover {
    let corners: [SIMD2<Double>]
    /// Whether the corners go round with the pixels' y downwards to the right; else they go round the other way.
    private let turn: Double

    init(_ corners: [SIMD2<Double>]) {
        self.corners = corners
        turn = Self.area(corners) < 0 ? -1 : 1
    }

    /// Twice the area, with a sign.
    private static func area(_ points: [SIMD2<Double>]) -> Double {
        points.indices.reduce(0) { sum, index in
            let (a, b) = (points[index], points[(index + 1) % points.count])
            return sum + a.x * b.y - a.y * b.x
        }
    }

    /// How far inside of the nearest edge's line a point lies.
    func depth(_ point: SIMD2<Double>) -> Double {
        corners.indices.reduce(.infinity) { least, index in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            let (along, away) = (b - a, point - a)
            let length = (along * along).sum().squareRoot()
            return min(least, turn * (along.x * away.y - along.y * away.x) / length)
        }
    }

    /// Of a pixel, from 0 to 1.
    func area(_ x: Int, _ y: Int) -> Double {
        // Half a diagonal is 0.71.
        let depth = depth(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
        if depth >= 0.75 { return 1 }
        if depth <= -0.75 { return 0 }
        var rest = corners
        for (axis, edge, isLow) in [
            (0, Double(x), true), (0, Double(x) + 1, false), (1, Double(y), true), (1, Double(y) + 1, false),
        ] { rest = Self.cut(rest, axis, edge, isLow) }
        return min(abs(Self.area(rest)) / 2, 1)
    }

    /// What lies on one side of a line along an axis.
    private static func cut(_ points: [SIMD2<Double>], _ axis: Int, _ edge: Double, _ isLow: Bool) -> [SIMD2<Double>] {
        var result: [SIMD2<Double>] = []
        for (index, point) in points.enumerated() {
            let next = points[(index + 1) % points.count]
            let (a, b) = isLow ? (point[axis] - edge, next[axis] - edge) : (edge - point[axis], edge - next[axis])
            if a >= 0 { result.append(point) }
            if a * b < 0 { result.append(point + (next - point) * (a / (a - b))) }
        }
        return result
    }
}
