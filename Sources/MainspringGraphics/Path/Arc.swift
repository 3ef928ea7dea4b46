import Foundation

/// An arc of a circle: where it begins and how far it turns, in radians from x towards y.
struct Arc {
    var center: CGPoint
    var radius: CGFloat
    var start: CGFloat
    var delta: CGFloat

    /// How far an arc turns between two angles: never backwards, and to the end angle exactly.
    static func delta(from start: CGFloat, to end: CGFloat, clockwise: Bool) -> CGFloat {
        let turn = 2 * CGFloat.pi
        let delta = end - start
        guard delta.isFinite else { return .nan }
        if clockwise { return delta > 0 ? (delta.truncatingRemainder(dividingBy: turn) - turn).orZero : limited(delta) }
        return delta < 0 ? (delta.truncatingRemainder(dividingBy: turn) + turn).orZero : limited(delta)
    }

    /// An angle of at most two turns that ends in the same direction.
    static func limited(_ delta: CGFloat) -> CGFloat {
        let turn = 2 * CGFloat.pi
        guard abs(delta) > 2 * turn else { return delta }
        return delta.truncatingRemainder(dividingBy: turn) + (delta < 0 ? -turn : turn)
    }

    func point(at angle: CGFloat) -> CGPoint {
        CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }

    /// Cubic curves of at most a quarter turn each; none if it does not turn.
    ///
    /// The control points are 4/3 tan(angle / 4) radii from the ends, which meets the circle in the middle of each
    /// curve and is nowhere farther from it than 0.03 % of the radius.
    var curves: [CubicCurve] {
        guard delta != 0, delta.isFinite else { return [] }
        let count = max(1, Int((abs(delta) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = delta / CGFloat(count)
        let handle = radius * 4 / 3 * tan(step / 4)
        return (0..<count).map { index in
            let (first, last) = (start + step * CGFloat(index), start + step * CGFloat(index + 1))
            let (begin, end) = (point(at: first), point(at: last))
            return CubicCurve(
                begin, begin + CGVector(dx: -sin(first), dy: cos(first)) * handle,
                end - CGVector(dx: -sin(last), dy: cos(last)) * handle, end)
        }
    }
}

extension CGFloat {
    /// A whole turn backwards is none: what is a turn short of zero counts as zero.
    fileprivate var orZero: CGFloat { magnitude >= 2 * .pi ? 0 : self }
}

extension PathContents {
    mutating func addArc(_ arc: Arc, transform: CGAffineTransform) {
        let start = arc.point(at: arc.start).applying(transform)
        guard start.isFinite, arc.delta.isFinite else {
            return Refusal.say("An arc was given a number that is infinite or none; it is ignored.")
        }
        begin(at: start)
        for curve in arc.curves {
            add(PathCurve.cubic(curve).element.applying(transform))
        }
    }

    mutating func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform) {
        guard !isEmpty else {
            return Refusal.say(
                "An arc between tangents was added to a path without a current point; it is ignored. "
                    + "Call move(to:) first.")
        }
        guard radius.isFinite, tangent1End.isFinite, tangent2End.isFinite else {
            return Refusal.say("An arc was given a number that is infinite or none; it is ignored.")
        }
        // The current point is on the far side of the map; the circle is one on the near side.
        let current = currentPoint.applying(transform.inverted())
        guard let incoming = (tangent1End - current).normalized, let outgoing = (tangent2End - tangent1End).normalized,
            radius > 0
        else { return addLine(to: tangent1End.applying(transform)) }
        let turn = atan2(incoming.cross(outgoing), incoming.dot(outgoing))
        let distance = radius * tan(abs(turn) / 2)
        guard abs(turn) > 1e-9, distance.isFinite, distance < 1e9 * (1 + radius) else {
            return addLine(to: tangent1End.applying(transform))
        }
        let begin = tangent1End - incoming * distance
        let side: CGFloat = turn > 0 ? 1 : -1
        let center = begin + CGVector(dx: -incoming.dy, dy: incoming.dx) * (radius * side)
        let start = atan2(begin.y - center.y, begin.x - center.x)
        addArc(Arc(center: center, radius: radius, start: start, delta: turn), transform: transform)
    }
}
