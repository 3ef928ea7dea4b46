import Foundation

extension Stroker {
    /// Below this, the side of a curve nearly stands still or runs backwards where the curve itself runs on.
    private static let slowest: CGFloat = 0.02
    /// How often a curve is halved at most.
    private static let greatestDepth = 10
    /// How far the outline may be from the exact one, in radii.
    private static let tolerance: CGFloat = 1e-3

    /// Adds the right side of a curve, from where the outline is.
    mutating func addOffset(_ cubic: CubicCurve) {
        addOffset(Piece(cubic: cubic, first: 0, last: 1), depth: 0)
    }

    /// A part of a curve between two parameters.
    private struct Piece {
        var cubic: CubicCurve
        var first: CGFloat
        var last: CGFloat

        func parameter(_ fraction: CGFloat) -> CGFloat { first + (last - first) * fraction }
    }

    private mutating func addOffset(_ piece: Piece, depth: Int) {
        // How fast the side moves where the curve moves at speed 1: turning away from it, it moves faster.
        let speeds = [0.02, 0.25, 0.5, 0.75, 0.98].map { 1 + radius * piece.cubic.curvature(at: piece.parameter($0)) }
        let runsOn = speeds.allSatisfy { $0 > Self.slowest }
        if runsOn, let side = side(of: piece) {
            addCurve(side)
            return
        }
        if speeds.allSatisfy({ $0 <= Self.slowest }) {
            addStrips(piece)
        } else if speeds.allSatisfy(\.isNaN) {
            // Beyond what numbers can hold.
            line(to: piece.cubic.point(at: piece.last) + offset(piece.cubic.tangent(at: piece.last)))
        } else if depth < Self.greatestDepth {
            let middle = piece.parameter(0.5)
            addOffset(Piece(cubic: piece.cubic, first: piece.first, last: middle), depth: depth + 1)
            addOffset(Piece(cubic: piece.cubic, first: middle, last: piece.last), depth: depth + 1)
        } else {
            // So short that it is a corner.
            let (before, after) = (piece.cubic.tangent(at: piece.first), piece.cubic.tangent(at: piece.last))
            addTurn(at: piece.cubic.point(at: piece.last), before, after, join: .round)
        }
    }

    /// A cubic with the ends and the velocities of a piece's side; nil if it is not near enough in between.
    private func side(of piece: Piece) -> CubicCurve? {
        let (cubic, step) = (piece.cubic, (piece.last - piece.first) / 3)
        func point(_ fraction: CGFloat) -> CGPoint {
            let parameter = piece.parameter(fraction)
            return cubic.point(at: parameter) + offset(cubic.tangent(at: parameter))
        }
        func velocity(_ parameter: CGFloat) -> CGVector {
            let speed = 1 + radius * cubic.curvature(at: parameter)
            return speed.isFinite ? cubic.velocity(at: parameter) * speed : .zero
        }
        guard cubic.tangent(at: piece.first).dot(cubic.tangent(at: piece.last)) > 0.5 else { return nil }
        let (start, end) = (point(0), point(1))
        let side = CubicCurve(
            start, start + velocity(piece.first) * step, end - velocity(piece.last) * step, end)
        for fraction in [0.25, 0.5, 0.75] as [CGFloat] {
            let error = side.point(at: fraction) - point(fraction)
            // Along the curve it may be ahead or behind; what counts is how far it is off to the side.
            let across = cubic.tangent(at: piece.parameter(fraction)).cross(error)
            guard abs(across) <= radius * Self.tolerance, error.length <= radius else { return nil }
        }
        return side
    }

    /// Adds a piece whose side runs backwards as straight strips that each begin and end on the curve itself.
    private mutating func addStrips(_ piece: Piece) {
        let cubic = piece.cubic
        let count = cubic.part(from: piece.first, to: piece.last).stepCount(tolerance: radius * Self.tolerance)
        var start = cubic.point(at: piece.first)
        for step in 1...count {
            let end = cubic.point(at: piece.parameter(CGFloat(step) / CGFloat(count)))
            guard let tangent = (end - start).normalized else { continue }
            line(to: start)
            line(to: start + offset(tangent))
            line(to: end + offset(tangent))
            start = end
        }
        line(to: start)
        line(to: start + offset(cubic.tangent(at: piece.last)))
    }
}
