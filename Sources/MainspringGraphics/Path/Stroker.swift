import Foundation

/// Makes the outline of a stroked path.
///
/// The outline of one side is the path moved to its right; the other side is the same for the path taken from its end.
/// Between the path and a side lie strips, one for each curve, and wedges at the outer corners. All are run round in
/// the same direction as long as a side does not run backwards. It would where a curve bends more sharply than the
/// radius, and at inner corners; there the outline goes through the path itself, which gives each strip its own border.
/// So every point that is covered has a winding number of at least one, however strips overlap.
struct Stroker {
    let radius: CGFloat
    let cap: CGLineCap
    let join: CGLineJoin
    let miterLimit: CGFloat
    private(set) var outline = PathContents()

    init(radius: CGFloat, cap: CGLineCap, join: CGLineJoin, miterLimit: CGFloat) {
        (self.radius, self.cap, self.join, self.miterLimit) = (radius, cap, join, miterLimit)
    }

    mutating func add(_ subpath: Subpath) {
        // What has a direction: a curve may be so short that it has none.
        let curves = subpath.curves.filter { $0.tangent(at: 0) != .zero && $0.tangent(at: 1) != .zero }
        guard let first = curves.first, let last = curves.last else {
            if subpath.isDrawn, cap == .round { addDot(at: subpath.start) }
            return
        }
        let back = curves.reversed().map(\.reversed)
        if subpath.isClosed {
            addClosedSide(curves)
            addClosedSide(back)
        } else {
            move(to: first.start + offset(first.tangent(at: 0)))
            addSide(curves)
            addCap(at: last.end, direction: last.tangent(at: 1))
            addSide(back)
            addCap(at: first.start, direction: -first.tangent(at: 0))
            outline.close()
        }
    }

    /// From a point of the path to the one of its right side.
    func offset(_ tangent: CGVector) -> CGVector { CGVector(dx: tangent.dy, dy: -tangent.dx) * radius }

    private mutating func addDot(at center: CGPoint) {
        let circle = CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        outline.addEllipse(in: circle, transform: .identity)
    }

    private mutating func addClosedSide(_ curves: [PathCurve]) {
        guard let first = curves.first, let last = curves.last else { return }
        // The corner at the start comes last; where it cuts the first strip short, the side must begin there.
        move(to: innerCorner(last, first) ?? first.start + offset(first.tangent(at: 0)))
        addSide(curves)
        addJoin(last, first)
        outline.close()
    }

    private mutating func addSide(_ curves: [PathCurve]) {
        var previous: PathCurve?
        for curve in curves {
            if let previous { addJoin(previous, curve) }
            switch curve {
            case .line(_, let end): line(to: end + offset(curve.tangent(at: 1)))
            case .cubic(let cubic): addOffset(cubic)
            }
            previous = curve
        }
    }

    private mutating func addCap(at end: CGPoint, direction: CGVector) {
        let side = offset(direction)
        switch cap {
        case .butt: break
        case .square:
            let ahead = direction * radius
            line(to: end + side + ahead)
            line(to: end - side + ahead)
        case .round: addArc(around: end, from: side, turn: .pi)
        }
        line(to: end - side)
    }

    mutating func move(to point: CGPoint) { outline.move(to: point) }

    mutating func line(to point: CGPoint) {
        if point != outline.currentPoint { outline.addLine(to: point) }
    }

    /// Curves around a point, from where the outline is; the turn goes from x towards y.
    mutating func addArc(around center: CGPoint, from start: CGVector, turn: CGFloat) {
        let arc = Arc(center: center, radius: radius, start: atan2(start.dy, start.dx), delta: turn)
        for curve in arc.curves { addCurve(curve) }
    }

    /// A curve that begins where the outline is.
    mutating func addCurve(_ curve: CubicCurve) {
        outline.addCubic(control1: curve.control1, control2: curve.control2, end: curve.end)
    }

    mutating func replaceLastPoint(by point: CGPoint) { outline.replaceLastPoint(by: point) }
}
