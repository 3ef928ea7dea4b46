package import Foundation
package import MainspringGraphics

extension ShapeValues {
    /// Fills the path, and draws the line along it.
    package func draw(in context: CGContext) {
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

    /// Around all that is painted; nil where nothing is, or a number is none.
    package var paintedRect: CGRect? {
        guard let path, !path.isEmpty else { return nil }
        let box = path.boundingBoxOfPath
        var reach: CGFloat = 0
        if strokeColor != nil, lineWidth > 0, lineWidth.isFinite {
            reach = lineWidth / 2 * (lineCap == .square ? 2.0.squareRoot() : 1)
            if lineJoin == .miter { reach = max(reach, lineWidth / 2 * min(max(miterLimit, 1), 100)) }
        }
        guard !box.isNull, (box.minX + box.minY + box.width + box.height + reach).isFinite else { return nil }
        return box.insetBy(dx: -reach, dy: -reach)
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
