public import Foundation

extension CGContext {
    /// Fills, strokes, or does both to the path, and drops it.
    public func drawPath(using mode: CGPathDrawingMode) {
        let drawn = devicePath.snapshot
        beginPath()
        draw(drawn, using: mode)
    }

    /// Fills the path, and drops it.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        drawPath(using: rule == .winding ? .fill : .eoFill)
    }

    /// Strokes the path, and drops it.
    public func strokePath() { drawPath(using: .stroke) }

    /// Fills a rectangle; drops the path.
    public func fill(_ rect: CGRect) { fill([rect]) }

    /// Fills rectangles by the winding rule; drops the path.
    public func fill(_ rects: [CGRect]) {
        beginPath()
        addRects(rects)
        fillPath()
    }

    /// Strokes a rectangle; drops the path.
    public func stroke(_ rect: CGRect) {
        beginPath()
        addRect(rect)
        strokePath()
    }

    /// Strokes a rectangle with another line width; drops the path.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        let own = state.lineWidth
        setLineWidth(width)
        stroke(rect)
        state.lineWidth = own
    }

    /// Fills an ellipse in a rectangle; drops the path.
    public func fillEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        fillPath()
    }

    /// Strokes an ellipse in a rectangle; drops the path.
    public func strokeEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        strokePath()
    }

    /// Strokes a line between each two points; drops the path. A point that is left over is ignored.
    public func strokeLineSegments(between points: [CGPoint]) {
        beginPath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            move(to: points[index])
            addLine(to: points[index + 1])
        }
        strokePath()
    }

    /// Makes a rectangle transparent, or as a new bitmap is, within the clip.
    public func clear(_ rect: CGRect) {
        let cleared = CGMutablePath()
        cleared.addRect(rect, transform: state.ctm)
        guard canPaint, !cleared.isEmpty else { return }
        engine.clear(cleared.snapshot, state: state)
    }

    /// Draws an image in a rectangle, its first row at the greatest y.
    public func draw(_ image: CGImage, in rect: CGRect) { draw(image, in: rect, byTiling: false) }

    /// Draws an image in a rectangle, its first row at the greatest y, or fills the clip with images that are set side
    /// by side from there.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool) {
        let rect = rect.standardized
        guard canPaint, !rect.isEmpty, !rect.isNull, !rect.isInfinite, isFinite(rect.origin),
            rect.width.isFinite, rect.height.isFinite
        else { return }
        engine.draw(image, in: rect, byTiling: byTiling, state: state)
    }

    private func draw(_ path: CGPath, using mode: CGPathDrawingMode) {
        guard canPaint, !path.isEmpty else { return }
        if let rule = mode.fillRule { engine.fill(path, using: rule, state: state) }
        if mode.strokes { engine.stroke(path, state: state) }
    }

    /// Whether anything that is drawn can be seen: the map does not flatten it, and the clip leaves room.
    var canPaint: Bool { state.ctm.isInvertible && !state.clipBox.isEmpty }

    func isFinite(_ point: CGPoint) -> Bool {
        guard !point.isFinite else { return true }
        Refusal.say("A context was given a coordinate that is infinite or not a number; the call is ignored.")
        return false
    }
}
