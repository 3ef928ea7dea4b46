internal import Diagnostics
internal import Foundation
internal import MainspringGraphics

extension CALayer {
    func invalidateDisplay(_ rect: CGRect) {
        guard !rect.isNull else { return }
        noteForHost(.preparation)
        let isUsable = rect.minX.isFinite && rect.minY.isFinite && rect.maxX.isFinite && rect.maxY.isFinite
        guard isUsable else { return displaying.invalid = .infinite }
        guard !rect.isEmpty else { return }
        displaying.invalid = displaying.invalid.isInfinite ? .infinite : displaying.invalid.union(rect)
    }

    func displayWhatIsNeeded() {
        guard displaying.isNeeded else { return }
        displaying.current = displaying.invalid
        // Before the call, so that a layer that asks again while it is drawn is drawn the next time, and this ends.
        displaying.invalid = .null
        display()
        displaying.current = .infinite
    }

    /// Asks for display where the class says that a key needs it.
    ///
    /// The one place to be called when a property has changed.
    @inline(__always)
    final func noteChange(ofKey key: String) {
        if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
    }

    /// What follows from other bounds: layout and autoresizing, and perhaps display.
    final func boundsChanged(from old: CGRect) {
        let bounds = values.geometry.bounds
        if bounds.size != old.size {
            setNeedsLayout()
            if tree.children.isEmpty {
                resizeSublayers(withOldSize: old.size)
            } else {
                LayerNesting.current.resizeSublayers(of: self, from: old.size)
            }
            if displaying.isWaitingForSize, !bounds.isEmpty { setNeedsDisplay() }
        }
        if values.look.rendering.needsDisplayOnBoundsChange { setNeedsDisplay() }
    }

    /// What ``draw(in:)`` does unless it is overridden.
    func drawByDelegate(in context: CGContext) {
        guard let delegate else { return displaying.isLeftToNobody = true }
        delegate.draw(self, in: context)
    }

    /// What the layer does for its contents where no delegate gives them: draws a picture, if
    /// anybody draws, or has tiles drawn.
    func displayByItself() {
        if let tiled, tiled.showsTiles {
            delegate?.layerWillDraw(self)
            return tiled.invalidateTiles(displaying.current)
        }
        displaying.isWaitingForSize = values.geometry.bounds.isEmpty
        delegate?.layerWillDraw(self)
        guard let picture = LayerPicture(of: self) else { return }
        displaying.isLeftToNobody = false
        let isPainted = picture.draw(self, anew: displaying.current)
        // What somebody else put there stays where nobody draws; who draws may draw nothing, and then nothing stays.
        guard isPainted || !displaying.isLeftToNobody else { return }
        let image = picture.image
        displaying.drawn = image.map { LayerDisplay.Drawn(image: $0, bounds: picture.bounds) }
        contents = image
    }
}
