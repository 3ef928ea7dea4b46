public import Foundation

/// Something to draw on: the state that drawing depends on, a path under construction, and an engine that paints.
///
/// A context belongs to one thread at a time; it is not checked which. What a call cannot do with its numbers, it
/// ignores with a sentence on standard error.
///
/// A path is kept in device space, as Apple's: a map that is changed later does not move what is in it already.
public final class CGContext {
    let engine: any CGContextEngine
    var state: CGContextState
    /// The states kept, the last one at the end.
    private var saved: [SavedState] = []
    /// The path under construction.
    let devicePath = CGMutablePath()
    /// From text space, in which letters are set, to user space; not part of what `saveGState()` keeps.
    public var textMatrix = CGAffineTransform.identity
    var allowsAntialiasing = true

    private struct SavedState {
        var state: CGContextState
        /// Whether a transparency layer began with it.
        var beginsLayer: Bool
    }

    /// Ours: makes a context that draws by an engine.
    public init(engine: any CGContextEngine) {
        self.engine = engine
        state = CGContextState(ctm: engine.initialTransform, clipBox: engine.deviceBounds)
    }

    /// Keeps the state and the clip, over those kept before.
    public func saveGState() {
        saved.append(SavedState(state: state, beginsLayer: false))
        engine.saveClip()
    }

    /// Takes back the state and the clip that were kept last; ignored, with a sentence on standard error, if none were,
    /// or none since a transparency layer began.
    public func restoreGState() {
        guard let last = saved.last, !last.beginsLayer else {
            return Refusal.say("restoreGState() was called without a saveGState() before it; it is ignored.")
        }
        saved.removeLast()
        take(last.state)
        engine.restoreClip()
    }

    /// Has what follows drawn apart and, at the layer's end, as one thing with the alpha, blend mode and shadow of now.
    ///
    /// Within the layer alpha is 1, the blend mode normal, and there is no shadow. The state of now comes back at its
    /// end.
    ///
    /// - Parameter auxiliaryInfo: Accepted and not asked, as on Apple's platforms, where it must be nil.
    public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
        beginLayer {}
    }

    /// Has what follows drawn apart, within a rectangle of user space, and at the layer's end as one thing.
    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
        beginLayer { clip(to: rect) }
    }

    private func beginLayer(_ limit: () -> Void) {
        saved.append(SavedState(state: state, beginsLayer: true))
        engine.saveClip()
        limit()
        engine.beginTransparencyLayer(state: state)
        state.alpha = 1
        state.blendMode = .normal
        state.shadow = nil
    }

    /// Draws what was drawn since the layer began; ignored, with a sentence on standard error, if none did.
    ///
    /// States that were kept within the layer and not taken back are dropped.
    public func endTransparencyLayer() {
        guard let begin = saved.lastIndex(where: \.beginsLayer) else {
            return Refusal.say("endTransparencyLayer() was called outside of a transparency layer; it is ignored.")
        }
        for _ in saved[(begin + 1)...] { engine.restoreClip() }
        take(saved[begin].state)
        saved.removeSubrange(begin...)
        engine.endTransparencyLayer(state: state)
        engine.restoreClip()
    }

    private func take(_ kept: CGContextState) {
        state = kept
        state.allowsAntialiasing = allowsAntialiasing
    }
}

extension CGContext: Hashable {
    /// Whether two are the same object.
    public static func == (left: CGContext, right: CGContext) -> Bool { left === right }

    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
