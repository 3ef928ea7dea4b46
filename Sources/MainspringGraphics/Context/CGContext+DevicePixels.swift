package import Foundation

/// What draws in device space, for other modules.
extension CGContext {
    /// What areas are filled with.
    package var fillColor: CGColor { state.fillColor }
    /// How what is drawn mixes with what is there.
    package var blendMode: CGBlendMode { state.blendMode }
    /// Whether letters leave anything.
    package var showsText: Bool { canPaint && state.textDrawingMode != .invisible && state.textDrawingMode != .clip }

    /// So many pixels are drawn as one picture at most.
    private static let mostPixels: CGFloat = 0x1p26

    /// The whole pixels of an area of device space that must be drawn because they, or their shadows, may be seen; nil if there are none.
    ///
    /// A shadow that lies too far away is not counted.
    package func seenArea(_ area: CGRect) -> CGRect? {
        var reach = state.clipBox
        if let shadow = state.shadow {
            let far = -(2 * shadow.blur + 2)
            let casting = reach.offsetBy(dx: -shadow.offset.width, dy: -shadow.offset.height).insetBy(dx: far, dy: far)
            reach = reach.union(casting)
        }
        return wholePixels(area.intersection(reach)) ?? wholePixels(area.intersection(state.clipBox))
    }

    private func wholePixels(_ area: CGRect) -> CGRect? {
        let whole = area.integral
        guard !area.isNull, !area.isEmpty, isFinite(whole.origin), whole.width < 32_768, whole.height < 32_768,
            whole.width * whole.height <= Self.mostPixels
        else { return nil }
        return whole
    }

    /// Draws an image's pixels on those of an area of device space, as one thing.
    /// - Parameter cover: A grey image of the same size, of how much of each pixel is drawn; nil for all.
    package func drawPixels(_ image: CGImage, coveredBy cover: CGImage? = nil, in area: CGRect) {
        var own = state
        (own.ctm, own.interpolationQuality) = (.identity, .none)
        guard let cover else { return engine.draw(image, in: area, byTiling: false, state: own) }
        engine.saveClip()
        engine.clip(to: cover, in: area, state: own)
        engine.draw(image, in: area, byTiling: false, state: own)
        engine.restoreClip()
    }
}
