public import Foundation

extension CGPath {
    /// Whether a point is where the path paints when it is filled; the map is applied to the point.
    ///
    /// A point on the path is inside, whatever the rule; on means nearer than the rounding of the path's coordinates.
    /// Open subpaths are closed for the question. Costs a look at each element, and for curves around the point some
    /// dozen evaluations.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let point = point.applying(transform)
        let box = boundingBox
        guard point.isFinite, !box.isNull else { return false }
        let size = max(abs(box.minX), abs(box.maxX), abs(box.minY), abs(box.maxY))
        var ray = RayCrossings(point: point, tolerance: size * 1e-12)
        var (current, start) = (CGPoint.zero, CGPoint.zero)
        for element in contents.elements {
            switch element {
            case .move(let next):
                ray.cross(.line(current, start))
                start = next
                current = next
            case .line(let next):
                ray.cross(.line(current, next))
                current = next
            case .quad(let control, let next):
                ray.cross(.cubic(CubicCurve(start: current, control: control, end: next)))
                current = next
            case .cubic(let control1, let control2, let next):
                ray.cross(.cubic(CubicCurve(current, control1, control2, next)))
                current = next
            case .close:
                ray.cross(.line(current, start))
                current = start
            }
            if ray.isTouched { return true }
        }
        ray.cross(.line(current, start))
        if ray.isTouched { return true }
        return switch rule {
        case .winding: ray.winding != 0
        case .evenOdd: ray.crossings % 2 != 0
        }
    }
}
