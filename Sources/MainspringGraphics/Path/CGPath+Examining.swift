public import Foundation

extension CGPath {
    /// Whether it has no elements; a move alone is one.
    public var isEmpty: Bool { contents.isEmpty }

    /// Where the next element goes on from; the origin if the path is empty.
    public var currentPoint: CGPoint {
        let contents = contents
        return contents.isEmpty ? .zero : contents.currentPoint
    }

    /// The smallest rectangle around all points, with the control points of curves; null if the path is empty.
    public var boundingBox: CGRect { CGRect(boundingBoxOf: contents.points) }

    /// The smallest rectangle around the path itself, without control points; null if the path is empty.
    ///
    /// A curve's extremes are where a coordinate's derivative is zero, found in closed form.
    public var boundingBoxOfPath: CGRect {
        var bounds = PointBounds()
        var point = CGPoint.zero
        var start = CGPoint.zero
        for element in contents.elements {
            switch element {
            case .move(let next): (point, start) = (next, next)
            case .line(let next): point = next
            case .quad(let control, let next):
                CubicCurve(start: point, control: control, end: next).extend(&bounds)
                point = next
            case .cubic(let control1, let control2, let next):
                CubicCurve(point, control1, control2, next).extend(&bounds)
                point = next
            case .close: point = start
            }
            bounds.add(point)
        }
        return bounds.rect
    }

    /// Whether it is one rectangle with sides along the axes, and which.
    ///
    /// It may be closed, or come back to its first point by a fourth line.
    public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        let contents = contents
        var types = Array(contents.types)
        if types.last == .closeSubpath { types.removeLast() }
        guard types.first == .moveToPoint, types.dropFirst().allSatisfy({ $0 == .addLineToPoint }) else { return false }
        var corners = Array(contents.points)
        if corners.count == 5, corners[4] == corners[0] {
            corners.removeLast()
        } else if contents.types.last != .closeSubpath {
            return false
        }
        guard corners.count == 4 else { return false }
        let (first, second, third, fourth) = (corners[0], corners[1], corners[2], corners[3])
        let alongXFirst = first.y == second.y && second.x == third.x && third.y == fourth.y && fourth.x == first.x
        let alongYFirst = first.x == second.x && second.y == third.y && third.x == fourth.x && fourth.y == first.y
        guard alongXFirst || alongYFirst else { return false }
        rect?.pointee = CGRect(boundingBoxOf: corners)
        return true
    }

    /// Calls a closure with each element in order.
    ///
    /// The element and its points are there only during the call; what is written to them is lost.
    public func applyWithBlock(_ block: CGPathApplyBlock) {
        let contents = contents
        // Three points are enough for any element, and a copy keeps the path from being written to.
        withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { buffer in
            buffer.initialize(repeating: .zero)
            guard let points = buffer.baseAddress else { return }
            var first = 0
            for type in contents.types {
                for index in 0..<type.pointCount { points[index] = contents.points[first + index] }
                first += type.pointCount
                withUnsafePointer(to: CGPathElement(type: type, points: points)) { block($0) }
            }
        }
    }

    /// Calls a function with the caller's pointer and each element in order.
    public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        applyWithBlock { function(info, $0) }
    }
}
