import Foundation

extension Stroker {
    /// A turn of less than this, in radians, is none: curves that were made to go on smoothly are off by about so much.
    private static let smoothTurn: CGFloat = 1e-6

    /// Goes from the right side of one curve's end to the right side of the next one's beginning.
    mutating func addJoin(_ previous: PathCurve, _ next: PathCurve) {
        let (incoming, outgoing) = (previous.tangent(at: 1), next.tangent(at: 0))
        if let corner = innerCorner(previous, next) {
            replaceLastPoint(by: corner)
            return
        }
        let vertex = next.start
        addTurn(at: vertex, incoming, outgoing, join: join)
    }

    /// Goes from the right side of one direction to that of another, around or through a point of the path.
    mutating func addTurn(at vertex: CGPoint, _ incoming: CGVector, _ outgoing: CGVector, join: CGLineJoin) {
        let (sine, cosine) = (incoming.cross(outgoing), incoming.dot(outgoing))
        let (before, after) = (offset(incoming), offset(outgoing))
        if abs(sine) < Self.smoothTurn, cosine > 0 {
            line(to: vertex + after)
            return
        }
        // Turning back counts as outer on both sides: the sign of a turn that is nearly a half one cannot be trusted.
        let turnsBack = abs(sine) < Self.smoothTurn
        guard sine > 0 || turnsBack else {
            line(to: vertex)
            line(to: vertex + after)
            return
        }
        switch join {
        case .bevel: break
        case .round: addArc(around: vertex, from: before, turn: turnsBack ? .pi : atan2(sine, cosine))
        case .miter:
            // The mitre is 1 / sin(φ/2) widths long where φ is the angle between the lines.
            let half = ((1 + cosine) / 2).squareRoot()
            if half > 1e-9, 1 / half <= miterLimit {
                line(to: vertex + (before + after) * (1 / (1 + cosine)))
            }
        }
        line(to: vertex + after)
    }

    /// Where the right sides of two straight lines meet at an inner corner; nil if it is none, or if the lines are too
    /// short for it.
    func innerCorner(_ previous: PathCurve, _ next: PathCurve) -> CGPoint? {
        guard case .line(let start, let vertex) = previous, case .line(_, let end) = next else { return nil }
        let (incoming, outgoing) = (previous.tangent(at: 1), next.tangent(at: 0))
        let (sine, cosine) = (incoming.cross(outgoing), incoming.dot(outgoing))
        guard sine < -Self.smoothTurn, 1 + cosine > 1e-9 else { return nil }
        // How much the corner takes from each line; each has another corner at its other end.
        let taken = radius * -sine / (1 + cosine)
        guard taken <= start.distance(to: vertex) / 2, taken <= vertex.distance(to: end) / 2 else { return nil }
        return vertex + (offset(incoming) + offset(outgoing)) * (1 / (1 + cosine))
    }
}
