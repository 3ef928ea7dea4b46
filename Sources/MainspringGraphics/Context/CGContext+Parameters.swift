public import Foundation

extension CGContext {
    /// Sets how wide lines are, in user space; ignored, with a sentence on standard error, if that is no positive
    /// number.
    public func setLineWidth(_ width: CGFloat) {
        guard width > 0, width.isFinite else {
            return Refusal.say("A context was given a line width that is not a positive number; it is ignored.")
        }
        state.lineWidth = width
    }

    /// Sets how the ends of lines look.
    public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }

    /// Sets how lines meet.
    public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }

    /// Sets how many line widths a mitre may be long; a corner that needs more is bevelled.
    public func setMiterLimit(_ limit: CGFloat) {
        guard limit.isFinite else { return }
        state.miterLimit = limit
    }

    /// Sets lengths that are alternately drawn and left out, and how far into them a line begins, in user space; none
    /// for solid lines.
    ///
    /// Ignored, with a sentence on standard error, if one is negative or no number, or if all are zero.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        guard lengths.isEmpty || DashPattern(phase: phase, lengths: lengths) != nil else {
            return Refusal.say("A context was given lengths that make no dashes; they are ignored. Give positive ones.")
        }
        state.dashPhase = phase.isFinite ? phase : 0
        state.dashLengths = lengths
    }

    /// Sets how far from the true curve may be drawn, in pixels; a hint for the engine.
    public func setFlatness(_ flatness: CGFloat) {
        guard flatness >= 0, flatness.isFinite else { return }
        state.flatness = flatness
    }

    /// Sets what everything's alpha is multiplied by, taken between 0 and 1.
    public func setAlpha(_ alpha: CGFloat) {
        guard !alpha.isNaN else {
            return Refusal.say("A context was given an alpha that is no number; it is ignored.")
        }
        state.alpha = min(max(alpha, 0), 1)
    }

    /// Sets how what is drawn mixes with what is there.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

    /// Sets a shadow of a third of black; see the method with a colour.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
    }

    /// Sets the shadow that things cast; none without a colour.
    ///
    /// Offset and blur are in the units of device space, whatever the map from user space. A blur that is negative
    /// counts as 0.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        guard let color else {
            state.shadow = nil
            return
        }
        guard isFinite(CGPoint(x: offset.width, y: offset.height)), isFinite(CGPoint(x: blur, y: 0)) else { return }
        state.shadow = CGContextState.Shadow(offset: offset, blur: max(blur, 0), color: color)
    }

    /// How carefully images are drawn at another size.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolationQuality }
        set { state.interpolationQuality = newValue }
    }

    /// Sets what is to be done about colours that the bitmap does not have.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.renderingIntent = intent }

    /// Sets whether edges are smoothed, if the context allows it; part of what `saveGState()` keeps.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.wantsAntialiasing = shouldAntialias }

    /// Sets whether edges may be smoothed at all; not part of what `saveGState()` keeps.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {
        self.allowsAntialiasing = allowsAntialiasing
        state.allowsAntialiasing = allowsAntialiasing
    }

    /// Sets what is done with letters.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textDrawingMode = mode }

    /// Sets how much is added to the width of each letter, in text space.
    public func setCharacterSpacing(_ spacing: CGFloat) {
        guard spacing.isFinite else { return }
        state.characterSpacing = spacing
    }

    /// Where the next letter is set, in user space: the move in ``textMatrix``.
    public var textPosition: CGPoint {
        get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
        set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
    }
}
