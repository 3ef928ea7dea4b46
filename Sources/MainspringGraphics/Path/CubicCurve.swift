import Foundation

/// A cubic Bézier curve; its parameter goes from 0 to 1.
struct CubicCurve: Equatable, Sendable {
    var start: CGPoint
    var control1: CGPoint
    var control2: CGPoint
    var end: CGPoint

    init(_ start: CGPoint, _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
        (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
    }

    /// Raises a quadratic curve to a cubic one.
    init(start: CGPoint, control: CGPoint, end: CGPoint) {
        self.init(
            start, start.interpolated(to: control, at: 2.0 / 3), end.interpolated(to: control, at: 2.0 / 3), end)
    }

    var reversed: CubicCurve { CubicCurve(end, control2, control1, start) }

    /// By de Casteljau's steps, which stay exact at both ends.
    func point(at parameter: CGFloat) -> CGPoint {
        if parameter <= 0 { return start }
        if parameter >= 1 { return end }
        let first = start.interpolated(to: control1, at: parameter)
        let middle = control1.interpolated(to: control2, at: parameter)
        let last = control2.interpolated(to: end, at: parameter)
        return first.interpolated(to: middle, at: parameter)
            .interpolated(to: middle.interpolated(to: last, at: parameter), at: parameter)
    }

    /// The first derivative: how far the point goes for each unit of the parameter.
    func velocity(at parameter: CGFloat) -> CGVector {
        let rest = 1 - parameter
        return (control1 - start) * (3 * rest * rest) + (control2 - control1) * (6 * rest * parameter)
            + (end - control2) * (3 * parameter * parameter)
    }

    /// The second derivative.
    func acceleration(at parameter: CGFloat) -> CGVector {
        let first = (control2 - control1) - (control1 - start)
        let last = (end - control2) - (control2 - control1)
        return first * (6 * (1 - parameter)) + last * (6 * parameter)
    }

    /// How fast the direction turns along the curve, in radians for each unit of length; not finite where the curve
    /// stands still.
    func curvature(at parameter: CGFloat) -> CGFloat {
        let velocity = velocity(at: parameter)
        let speed = velocity.length
        return velocity.cross(acceleration(at: parameter)) / (speed * speed * speed)
    }

    /// The direction, of length 1. Where the curve stands still it is the one in which it goes on, or came.
    func tangent(at parameter: CGFloat) -> CGVector {
        let velocity = velocity(at: parameter)
        let size = max((control1 - start).length, (control2 - control1).length, (end - control2).length)
        if velocity.length > size * 1e-9, let tangent = velocity.normalized { return tangent }
        if parameter <= 0 {
            return (control2 - start).normalized ?? (end - start).normalized ?? .zero
        }
        if parameter >= 1 {
            return (end - control1).normalized ?? (end - start).normalized ?? .zero
        }
        return acceleration(at: parameter).normalized ?? (end - start).normalized ?? .zero
    }

    /// The two parts before and after a parameter.
    func split(at parameter: CGFloat) -> (CubicCurve, CubicCurve) {
        let first = start.interpolated(to: control1, at: parameter)
        let middle = control1.interpolated(to: control2, at: parameter)
        let last = control2.interpolated(to: end, at: parameter)
        let before = first.interpolated(to: middle, at: parameter)
        let after = middle.interpolated(to: last, at: parameter)
        let point = before.interpolated(to: after, at: parameter)
        return (CubicCurve(start, first, before, point), CubicCurve(point, after, last, end))
    }

    /// The part between two parameters, the first not greater than the second.
    func part(from first: CGFloat, to last: CGFloat) -> CubicCurve {
        let rest = first <= 0 ? self : split(at: first).1
        guard last < 1, first < 1 else { return rest }
        return rest.split(at: (last - first) / (1 - first)).0
    }

    /// The number of equal steps of the parameter after which straight lines are nowhere farther away than a distance.
    ///
    /// Wang, Shi and Liu's bound by second differences ("The divided difference algorithm for Bézier curves", 1984); at
    /// most 65,536.
    func stepCount(tolerance: CGFloat) -> Int {
        let first = ((control2 - control1) - (control1 - start)).length
        let last = ((end - control2) - (control2 - control1)).length
        let steps = (0.75 * max(first, last) / tolerance).squareRoot().rounded(.up)
        return steps.isNaN ? 1 : Int(min(max(steps, 1), 65_536))
    }
}
