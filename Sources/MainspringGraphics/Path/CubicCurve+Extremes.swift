import Foundation

extension CubicCurve {
    /// The parameters between 0 and 1 at which it turns back along x, in order.
    var turnsAlongX: [CGFloat] { Self.turns(start.x, control1.x, control2.x, end.x) }

    /// The parameters between 0 and 1 at which it turns back along y, in order.
    var turnsAlongY: [CGFloat] { Self.turns(start.y, control1.y, control2.y, end.y) }

    /// Where the derivative of one coordinate is zero.
    private static func turns(_ c0: CGFloat, _ c1: CGFloat, _ c2: CGFloat, _ c3: CGFloat) -> [CGFloat] {
        // The derivative is 3 (first (1-t)² + 2 middle (1-t) t + last t²).
        let (first, middle, last) = (c1 - c0, c2 - c1, c3 - c2)
        return quadraticRoots(first - 2 * middle + last, 2 * (middle - first), first)
            .filter { $0 > 0 && $0 < 1 }.sorted()
    }

    /// The real roots of a t² + b t + c, without the loss of digits of the schoolbook's form (Press et al., Numerical
    /// Recipes, 5.6).
    private static func quadraticRoots(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat) -> [CGFloat] {
        let scale = max(abs(a), abs(b), abs(c))
        guard scale > 0, scale.isFinite else { return [] }
        let (a, b, c) = (a / scale, b / scale, c / scale)
        let discriminant = b * b - 4 * a * c
        guard discriminant >= 0 else { return [] }
        let sum = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
        return [a == 0 ? nil : sum / a, sum == 0 ? nil : c / sum].compactMap { $0 }.filter(\.isFinite)
    }

    /// Adds the curve to bounds, with its extremes but without control points.
    func extend(_ bounds: inout PointBounds) {
        bounds.add(start)
        bounds.add(end)
        for parameter in turnsAlongX { bounds.add(point(at: parameter)) }
        for parameter in turnsAlongY { bounds.add(point(at: parameter)) }
    }
}
