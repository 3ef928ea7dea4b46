import Foundation

/// How often curves cross the ray from a point towards greater x.
///
/// Curves are taken apart where they turn back, so that each piece crosses a horizontal line at most once. A piece
/// counts from its lower end, with it, to its upper end, without it; neighbours share the very same end, so a closed
/// path is always counted right, however its crossings are rounded.
struct RayCrossings {
    private let point: CGPoint
    private let tolerance: CGFloat
    /// Crossings upwards less those downwards.
    private(set) var winding = 0
    /// All crossings.
    private(set) var crossings = 0
    /// Whether the point is on one of the curves.
    private(set) var isTouched = false

    init(point: CGPoint, tolerance: CGFloat) {
        (self.point, self.tolerance) = (point, tolerance)
    }

    mutating func cross(_ curve: PathCurve) {
        guard !curve.isDegenerate else { return }
        switch curve {
        case .line(let start, let end): cross(curve, 0, start, 1, end)
        case .cubic(let cubic):
            guard mayMatter(cubic) else { return }
            var (parameter, begin) = (CGFloat(0), cubic.start)
            for turn in (cubic.turnsAlongX + cubic.turnsAlongY).sorted() + [1] {
                let end = cubic.point(at: turn)
                cross(curve, parameter, begin, turn, end)
                (parameter, begin) = (turn, end)
            }
        }
    }

    /// Whether the points of a curve leave it possible that it crosses the ray.
    private func mayMatter(_ cubic: CubicCurve) -> Bool {
        let lowest = min(cubic.start.y, cubic.control1.y, cubic.control2.y, cubic.end.y)
        let highest = max(cubic.start.y, cubic.control1.y, cubic.control2.y, cubic.end.y)
        let rightmost = max(cubic.start.x, cubic.control1.x, cubic.control2.x, cubic.end.x)
        return lowest <= point.y + tolerance && highest >= point.y - tolerance && rightmost >= point.x - tolerance
    }

    /// Counts a piece that goes along x and y in one direction each.
    private mutating func cross(
        _ curve: PathCurve, _ first: CGFloat, _ begin: CGPoint, _ last: CGFloat, _ end: CGPoint
    ) {
        let (lowest, highest) = (min(begin.y, end.y), max(begin.y, end.y))
        guard lowest <= point.y + tolerance, highest >= point.y - tolerance else { return }
        let (leftmost, rightmost) = (min(begin.x, end.x), max(begin.x, end.x))
        guard rightmost >= point.x - tolerance else { return }
        var isRight = leftmost > point.x
        if leftmost <= point.x + tolerance {
            // Within the piece's box: where exactly does it pass?
            let across = find(curve, first, last, rising: end.y > begin.y) { $0.y - self.point.y }
            let along = find(curve, first, last, rising: end.x > begin.x) { $0.x - self.point.x }
            if abs(across.x - point.x) <= tolerance && abs(across.y - point.y) <= tolerance
                || abs(along.y - point.y) <= tolerance && abs(along.x - point.x) <= tolerance
            {
                isTouched = true
            }
            isRight = across.x > point.x
        }
        guard isRight, (begin.y <= point.y) != (end.y <= point.y) else { return }
        winding += end.y > begin.y ? 1 : -1
        crossings += 1
    }

    /// The point of a piece at which a value that grows or falls along it is zero; the nearest end if it is nowhere.
    private func find(
        _ curve: PathCurve, _ first: CGFloat, _ last: CGFloat, rising: Bool, _ value: (CGPoint) -> CGFloat
    ) -> CGPoint {
        if case .line(let start, let end) = curve {
            let (low, high) = (value(start), value(end))
            guard low != high else { return start }
            return curve.point(at: min(max(low / (low - high), 0), 1))
        }
        var (low, high) = (first, last)
        // Halving: after 60 times nothing is left between two numbers.
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if (value(curve.point(at: middle)) < 0) == rising { low = middle } else { high = middle }
        }
        let (before, after) = (curve.point(at: low), curve.point(at: high))
        return abs(value(before)) < abs(value(after)) ? before : after
    }
}
