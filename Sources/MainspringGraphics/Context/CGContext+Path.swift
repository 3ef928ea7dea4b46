public import Foundation

extension CGContext {
    /// Drops the path.
    public func beginPath() { devicePath.change { $0 = PathContents() } }

    /// Begins a subpath at a point.
    public func move(to point: CGPoint) { devicePath.move(to: point, transform: state.ctm) }

    /// Adds a straight line from the current point.
    public func addLine(to point: CGPoint) { devicePath.addLine(to: point, transform: state.ctm) }

    /// Adds a cubic curve from the current point.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        devicePath.addCurve(to: end, control1: control1, control2: control2, transform: state.ctm)
    }

    /// Adds a quadratic curve from the current point.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        devicePath.addQuadCurve(to: end, control: control, transform: state.ctm)
    }

    /// Closes the current subpath by a straight line to where it began.
    public func closePath() { devicePath.closeSubpath() }

    /// Adds a rectangle as a subpath.
    public func addRect(_ rect: CGRect) { devicePath.addRect(rect, transform: state.ctm) }

    /// Adds rectangles, each as a subpath.
    public func addRects(_ rects: [CGRect]) { devicePath.addRects(rects, transform: state.ctm) }

    /// Begins a subpath at the first point and adds lines to the others.
    public func addLines(between points: [CGPoint]) { devicePath.addLines(between: points, transform: state.ctm) }

    /// Adds an ellipse in a rectangle as a subpath.
    public func addEllipse(in rect: CGRect) { devicePath.addEllipse(in: rect, transform: state.ctm) }

    /// Adds an arc, after a line to its start if there is a current point; see the method of the same name of
    /// ``CGMutablePath``.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        devicePath.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: state.ctm)
    }

    /// Adds an arc that touches two lines; see the method of the same name of ``CGMutablePath``.
    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        devicePath.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: state.ctm)
    }

    /// Adds the elements of a path.
    public func addPath(_ added: CGPath) { devicePath.addPath(added, transform: state.ctm) }

    /// Puts the outline of the path, stroked with the line's width, dashes, cap, join and limit, in its place.
    public func replacePathWithStrokedPath() {
        guard state.ctm.isInvertible else { return }
        let outline = strokedPath.contents.applying(state.ctm)
        devicePath.change { $0 = outline }
    }

    /// The path, in user space; nil if it is empty.
    public var path: CGPath? { isPathEmpty ? nil : userPath }

    /// Whether the path has no elements.
    public var isPathEmpty: Bool { devicePath.isEmpty }

    /// Where the next element goes on from, in user space; the origin if there is no path.
    public var currentPointOfPath: CGPoint {
        devicePath.isEmpty ? .zero : convertToUserSpace(devicePath.currentPoint)
    }

    /// The smallest rectangle of user space around the path with its control points; null if there is no path.
    public var boundingBoxOfPath: CGRect { userPath.boundingBox }

    /// Whether drawing the path would paint a point of user space.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        if let rule = mode.fillRule, userPath.contains(point, using: rule) { return true }
        return mode.strokes && strokedPath.contains(point)
    }

    private var userPath: CGPath {
        CGPath(contents: devicePath.contents.applying(state.ctm.inverted()))
    }

    /// The outline that stroking the path would paint, in user space.
    private var strokedPath: CGPath {
        userPath.copy(dashingWithPhase: state.dashPhase, lengths: state.dashLengths)
            .copy(
                strokingWithWidth: state.lineWidth, lineCap: state.lineCap, lineJoin: state.lineJoin,
                miterLimit: state.miterLimit)
    }
}
