import Foundation

/// A piece of a path between two points: a straight line or a cubic curve. A quadratic one is raised to a cubic, which
/// is the same curve.
enum PathCurve: Equatable, Sendable {
    case line(CGPoint, CGPoint)
    case cubic(CubicCurve)

    var start: CGPoint {
        switch self {
        case .line(let start, _): start
        case .cubic(let cubic): cubic.start
        }
    }

    var end: CGPoint {
        switch self {
        case .line(_, let end): end
        case .cubic(let cubic): cubic.end
        }
    }

    /// Whether all of its points are one.
    var isDegenerate: Bool {
        switch self {
        case .line(let start, let end): start == end
        case .cubic(let cubic):
            cubic.start == cubic.control1 && cubic.start == cubic.control2 && cubic.start == cubic.end
        }
    }

    /// The same points from the other end.
    var reversed: PathCurve {
        switch self {
        case .line(let start, let end): .line(end, start)
        case .cubic(let cubic): .cubic(cubic.reversed)
        }
    }

    func point(at parameter: CGFloat) -> CGPoint {
        switch self {
        case .line(let start, let end): start.interpolated(to: end, at: parameter)
        case .cubic(let cubic): cubic.point(at: parameter)
        }
    }

    /// The direction at a parameter, of length 1; zero only if the curve is degenerate.
    func tangent(at parameter: CGFloat) -> CGVector {
        switch self {
        case .line(let start, let end): (end - start).normalized ?? .zero
        case .cubic(let cubic): cubic.tangent(at: parameter)
        }
    }

    /// The part between two parameters.
    func part(from first: CGFloat, to last: CGFloat) -> PathCurve {
        switch self {
        case .line: .line(point(at: first), point(at: last))
        case .cubic(let cubic): .cubic(cubic.part(from: first, to: last))
        }
    }

    /// The element that draws it from its start.
    var element: PathElement {
        switch self {
        case .line(_, let end): .line(end)
        case .cubic(let cubic): .cubic(control1: cubic.control1, control2: cubic.control2, end: cubic.end)
        }
    }
}
