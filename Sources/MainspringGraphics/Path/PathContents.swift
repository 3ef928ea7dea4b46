internal import Diagnostics
import Foundation

/// The elements of a path, packed: what each does, and all points in one row. Copies share memory until one is changed.
///
/// Every point in it is finite: an element with another one is refused as a whole.
struct PathContents: Hashable {
    private(set) var types: ContiguousArray<CGPathElementType> = []
    private(set) var points: ContiguousArray<CGPoint> = []
    /// Where the current subpath began.
    private var subpathStart = CGPoint.zero
    /// Where the next element goes on from; meaningless without elements.
    private(set) var currentPoint = CGPoint.zero

    var isEmpty: Bool { types.isEmpty }

    static func == (left: PathContents, right: PathContents) -> Bool {
        left.types == right.types && left.points == right.points
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(types)
        hasher.combine(points)
    }
}

extension PathContents {
    mutating func move(to point: CGPoint) {
        guard accepts(point) else { return }
        types.append(.moveToPoint)
        points.append(point)
        (subpathStart, currentPoint) = (point, point)
    }

    mutating func addLine(to point: CGPoint) {
        guard accepts(point), hasCurrentPoint else { return }
        types.append(.addLineToPoint)
        points.append(point)
        currentPoint = point
    }

    mutating func addQuad(control: CGPoint, end: CGPoint) {
        guard accepts(control), accepts(end), hasCurrentPoint else { return }
        types.append(.addQuadCurveToPoint)
        points.append(control)
        points.append(end)
        currentPoint = end
    }

    mutating func addCubic(control1: CGPoint, control2: CGPoint, end: CGPoint) {
        guard accepts(control1), accepts(control2), accepts(end), hasCurrentPoint else { return }
        types.append(.addCurveToPoint)
        points.append(control1)
        points.append(control2)
        points.append(end)
        currentPoint = end
    }

    /// Closes the current subpath; nothing if it is closed already, or if there is none.
    mutating func close() {
        guard let last = types.last, last != .closeSubpath else { return }
        types.append(.closeSubpath)
        currentPoint = subpathStart
    }

    mutating func add(_ element: PathElement) {
        switch element {
        case .move(let point): move(to: point)
        case .line(let point): addLine(to: point)
        case .quad(let control, let end): addQuad(control: control, end: end)
        case .cubic(let control1, let control2, let end): addCubic(control1: control1, control2: control2, end: end)
        case .close: close()
        }
    }

    /// Moves to a point, or, where there is a current point, goes there in a line, as an arc begins.
    mutating func begin(at point: CGPoint) {
        if isEmpty { move(to: point) } else { addLine(to: point) }
    }

    /// Puts another point in the place of the last one; `close` must not be the last element.
    mutating func replaceLastPoint(by point: CGPoint) {
        guard !points.isEmpty, accepts(point) else { return }
        points[points.count - 1] = point
        currentPoint = point
    }

    private func accepts(_ point: CGPoint) -> Bool {
        guard !point.isFinite else { return true }
        Refusal.say("A path was given a coordinate that is infinite or not a number; the element is ignored.")
        return false
    }

    private var hasCurrentPoint: Bool {
        guard isEmpty else { return true }
        Refusal.say("A line or curve was added to a path without a current point; it is ignored. Call move(to:) first.")
        return false
    }
}
