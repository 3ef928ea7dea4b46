public import Foundation

/// One step of a path's construction, with the points that it brings.
enum PathElement: Equatable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(control: CGPoint, end: CGPoint)
    case cubic(control1: CGPoint, control2: CGPoint, end: CGPoint)
    case close
}

/// What an element of a path does; the raw values are Apple's.
public enum CGPathElementType: Int32, Sendable {
    /// Begins a subpath; one point.
    case moveToPoint = 0
    /// A straight line; one point.
    case addLineToPoint = 1
    /// A quadratic curve; its control point and its end.
    case addQuadCurveToPoint = 2
    /// A cubic curve; its two control points and its end.
    case addCurveToPoint = 3
    /// Closes the subpath; no point.
    case closeSubpath = 4

    /// How many points such an element has.
    var pointCount: Int {
        switch self {
        case .moveToPoint, .addLineToPoint: 1
        case .addQuadCurveToPoint: 2
        case .addCurveToPoint: 3
        case .closeSubpath: 0
        }
    }
}

/// An element of a path, as ``CGPath/applyWithBlock(_:)`` shows it; its points are there only during that call.
public struct CGPathElement {
    /// What it does.
    public var type: CGPathElementType
    /// The points that it brings, as many as its type has; of a closing element nothing may be read.
    public var points: UnsafeMutablePointer<CGPoint>

    /// Makes an element over points that the caller keeps.
    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        (self.type, self.points) = (type, points)
    }
}

/// What ``CGPath/applyWithBlock(_:)`` calls for each element.
public typealias CGPathApplyBlock = (UnsafePointer<CGPathElement>) -> Void

/// What ``CGPath/apply(info:function:)`` calls for each element, with the caller's pointer; a Swift closure, where
/// Apple has a C function.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void
