internal import Foundation
internal import MainspringGraphics

/// The way from one path to another that is made of the same kinds of elements: each point goes its own straight way.
struct PathBlend: Sendable {
    private let types: [CGPathElementType]
    private let start: [CGPoint]
    private let end: [CGPoint]

    /// Nil where the paths are made of different elements: then there is no way between them.
    init?(from start: CGPath, to end: CGPath) {
        let a = Self.elements(of: start)
        let b = Self.elements(of: end)
        guard a.types == b.types else { return nil }
        types = a.types
        self.start = a.points
        self.end = b.points
    }

    /// The path at a point of the way.
    func value(at progress: Double) -> CGPath {
        let path = CGMutablePath()
        var index = 0
        func next() -> CGPoint {
            defer { index += 1 }
            let (a, b) = (start[index], end[index])
            return CGPoint(x: a.x + (b.x - a.x) * progress, y: a.y + (b.y - a.y) * progress)
        }
        for type in types {
            switch type {
            case .moveToPoint: path.move(to: next())
            case .addLineToPoint: path.addLine(to: next())
            case .addQuadCurveToPoint:
                let control = next()
                path.addQuadCurve(to: next(), control: control)
            case .addCurveToPoint:
                let control1 = next()
                let control2 = next()
                path.addCurve(to: next(), control1: control1, control2: control2)
            case .closeSubpath: path.closeSubpath()
            @unknown default: break
            }
        }
        return path.copy() ?? path
    }

    private static func elements(of path: CGPath) -> (types: [CGPathElementType], points: [CGPoint]) {
        var types: [CGPathElementType] = []
        var points: [CGPoint] = []
        path.applyWithBlock { element in
            let type = element.pointee.type
            types.append(type)
            for index in 0..<type.pointCount { points.append(element.pointee.points[index]) }
        }
        return (types, points)
    }
}

extension CGPathElementType {
    /// How many points an element of the type has.
    fileprivate var pointCount: Int {
        switch self {
        case .moveToPoint, .addLineToPoint: 1
        case .addQuadCurveToPoint: 2
        case .addCurveToPoint: 3
        case .closeSubpath: 0
        @unknown default: 0
        }
    }
}
