/// A cubic curve from (0, 0) to (1, 1) that gives for each x one y: what a timing function is.
struct UnitBezier: Hashable, Sendable {
    // x(s) = ((ax * s + bx) * s + cx) * s, and y alike.
    private let ax, bx, cx, ay, by, cy: Double

    /// - Parameters:
    ///   - first: The first control point. Its x counts as lying from 0 to 1, as otherwise an x would have several y.
    ///   - second: The second one.
    init(first: (x: Double, y: Double), second: (x: Double, y: Double)) {
        func coordinate(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
        func height(_ value: Double) -> Double { value.isFinite ? value : 0 }
        cx = 3 * coordinate(first.x)
        bx = 3 * (coordinate(second.x) - coordinate(first.x)) - cx
        ax = 1 - cx - bx
        cy = 3 * height(first.y)
        by = 3 * (height(second.y) - height(first.y)) - cy
        ay = 1 - cy - by
    }

    /// Whether the curve gives back what it gets.
    var isLinear: Bool { cx == cy && bx == by }

    /// y at an x; an x outside of 0 to 1 counts as the nearer end. Exact to 1e-12.
    func value(at x: Double) -> Double {
        if !(x > 0) { return 0 }
        if x >= 1 { return 1 }
        let s = parameter(at: x)
        return ((ay * s + by) * s + cy) * s
    }

    /// How fast y grows with x; no finite number where the curve stands upright.
    func steepness(at x: Double) -> Double {
        let s = x <= 0 ? 0 : x >= 1 ? 1 : parameter(at: x)
        return ((3 * ay * s + 2 * by) * s + cy) / ((3 * ax * s + 2 * bx) * s + cx)
    }

    /// Newton's method, kept inside a bracket that bisection narrows: it ends for each curve.
    private func parameter(at x: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var s = x
        for _ in 0..<64 {
            let error = ((ax * s + bx) * s + cx) * s - x
            if abs(error) < 1e-13 { return s }
            if error > 0 { high = s } else { low = s }
            let slope = (3 * ax * s + 2 * bx) * s + cx
            let next = s - error / slope
            s = next > low && next < high ? next : (low + high) / 2
        }
        return s
    }
}
