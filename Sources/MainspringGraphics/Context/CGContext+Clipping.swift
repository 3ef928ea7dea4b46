public import Foundation

extension CGContext {
    /// Lets only what is also within the path be drawn, and drops the path. Without a path the clip stays as it is, as
    /// on Apple's platforms.
    public func clip(using rule: CGPathFillRule = .winding) {
        let clip = devicePath.snapshot
        beginPath()
        limit(to: clip, using: rule)
    }

    /// Lets only what is also within a rectangle be drawn; drops the path.
    public func clip(to rect: CGRect) { clip(to: [rect]) }

    /// Lets only what is also within one of the rectangles be drawn, nothing if all are null; drops the path.
    public func clip(to rects: [CGRect]) {
        beginPath()
        guard rects.contains(where: { !$0.isNull }) else {
            engine.clip(to: CGPath(rect: .zero), using: .winding, state: state)
            state.clipBox = .null
            return
        }
        addRects(rects)
        clip()
    }

    /// Lets everything be drawn only as much as a mask in a rectangle covers, and nothing beyond the rectangle.
    ///
    /// The mask is an image mask, which covers where it is 0, or a grey image without alpha, which covers where it is
    /// 255; with another image nothing happens.
    public func clip(to rect: CGRect, mask: CGImage) {
        let rect = rect.standardized
        guard mask.isMask || mask.layout.kind == .gray && mask.layout.alpha == nil else {
            return Refusal.say(
                "A context was to be clipped by an image that is neither a mask nor grey without alpha; "
                    + "it is ignored.")
        }
        guard isFinite(rect.origin), isFinite(CGPoint(x: rect.width, y: rect.height)), state.ctm.isInvertible else {
            return
        }
        engine.clip(to: mask, in: rect, state: state)
        limitBox(to: rect.applying(state.ctm))
    }

    /// Takes back the clip that the context began with; those that were kept stay as they are.
    public func resetClip() {
        engine.resetClip()
        state.clipBox = engine.deviceBounds
    }

    /// The smallest rectangle of user space around the clip; null if nothing can be drawn.
    public var boundingBoxOfClipPath: CGRect {
        state.clipBox.isNull ? .null : convertToUserSpace(state.clipBox)
    }

    private func limit(to path: CGPath, using rule: CGPathFillRule) {
        guard !path.isEmpty else { return }
        engine.clip(to: path, using: rule, state: state)
        limitBox(to: path.boundingBoxOfPath)
    }

    private func limitBox(to box: CGRect) {
        let clip = state.clipBox
        guard !clip.isInfinite else {
            state.clipBox = box
            return
        }
        state.clipBox = clip.intersection(box)
    }
}
