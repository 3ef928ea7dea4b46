internal import Foundation

/// Drawing the contents of a layer again and again while something is animated that they depend on.
///
/// Source: Apple's documentation of `needsDisplay(forKey:)`, and of properties of one's own: each frame of such an
/// animation is drawn by a presentation.
extension CALayer {
    /// Whether the class says that its contents depend on a key path's property.
    final func draws(_ keyPath: String?) -> Bool {
        guard let keyPath else { return false }
        return type(of: self).needsDisplay(forKey: String(keyPath.prefix { $0 != "." }))
    }

    /// Whether contents that the layer has are to be left as they are by a commit, since an animation of what they
    /// depend on is going to draw them.
    final var isDrawnByAnimation: Bool {
        guard isWatched, !attached.isEmpty, values.look.contents.object != nil else { return false }
        return attached.contains { record in
            !record.isGone && record.animation.propertyAnimations.contains { draws($0.keyPath) }
        }
    }

    /// Draws the contents by the layer itself: the last frame of the animation may not have been drawn, or it was left
    /// out and has none.
    final func drawAsItIs() {
        displaying.invalid = .infinite
        displayIfNeeded()
    }

    /// Draws the contents by a presentation, and takes them over.
    final func drawAsShown() {
        // A presentation has no tiles.
        if let tiled, tiled.showsTiles { return }
        guard let context, let shown = presentation() else { return }
        shown.displaying.invalid = .infinite
        shown.displaying.drawn = displaying.drawn
        shown.delegate = delegate
        shown.displayIfNeeded()
        displaying.invalid = .null
        displaying.isLeftToNobody = shown.displaying.isLeftToNobody
        displaying.drawn = shown.displaying.drawn
        guard !isSameObject(values.look.contents.object, shown.values.look.contents.object) else { return }
        TransactionStack.current.touch(context)
        values.look.contents.object = shown.values.look.contents.object
        context.note(self, .values)
    }
}
