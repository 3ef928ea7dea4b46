internal import Foundation
internal import MainspringGraphics

extension ShapeValues {
    /// Fills the path, and draws the line along it.
    func draw(in context: CGContext) {
        guard let path else { return }
        context.saveGState()
        defer { context.restoreGState() }
        if let fillColor {
            context.setFillColor(fillColor)
            context.addPath(path)
            context.fillPath(using: fillRule == .evenOdd ? .evenOdd : .winding)
        }
        guard let strokeColor, lineWidth > 0, lineWidth.isFinite, let line = strokedPart(of: path) else { return }
        context.setStrokeColor(strokeColor)
        context.setLineWidth(lineWidth)
        context.setMiterLimit(miterLimit)
        context.setLineCap(lineCap == .round ? .round : lineCap == .square ? .square : .butt)
        context.setLineJoin(lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter)
        context.setLineDash(phase: lineDashPhase, lengths: lineDashPattern?.map { CGFloat($0.doubleValue) } ?? [])
        context.addPath(line)
        context.strokePath()
    }

    /// What lies between the start and the end of the line; nil if nothing does.
    private func strokedPart(of path: CGPath) -> CGPath? {
        let start = strokeStart > 0 ? strokeStart : 0
        let end = strokeEnd < 1 ? strokeEnd : 1
        guard start < end else { return nil }
        guard start > 0 || end < 1 else { return path }
        let measure = CGPathMeasure(path)
        return measure.path(from: start * measure.length, to: end * measure.length)
    }
}
