public import Foundation

extension CGContext {
    /// Paints the clip with colours that change along a line, and beyond its ends as the options say.
    public func drawLinearGradient(
        _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
    ) {
        guard isFinite(startPoint), isFinite(endPoint) else { return }
        draw(gradient, along: .linear(start: startPoint, end: endPoint), options: options)
    }

    /// Paints the clip with colours that change from one circle to another, and beyond them as the options say.
    ///
    /// A radius that is negative counts as 0.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        guard isFinite(startCenter), isFinite(endCenter), isFinite(CGPoint(x: startRadius, y: endRadius)) else {
            return
        }
        draw(
            gradient,
            along: .radial(
                startCenter: startCenter, startRadius: max(startRadius, 0), endCenter: endCenter,
                endRadius: max(endRadius, 0)), options: options)
    }

    /// Paints the clip with colours that change around a point, from an angle in radians towards growing ones; nothing
    /// without a gradient.
    public func drawConicGradient(_ gradient: CGGradient?, center: CGPoint, angle: CGFloat) {
        guard let gradient, isFinite(center), isFinite(CGPoint(x: angle, y: 0)) else { return }
        draw(gradient, along: .conic(center: center, angle: angle), options: [])
    }

    private func draw(
        _ gradient: CGGradient, along geometry: CGGradientGeometry, options: CGGradientDrawingOptions
    ) {
        guard canPaint else { return }
        engine.draw(gradient, along: geometry, options: options, state: state)
    }
}
