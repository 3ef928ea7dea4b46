internal import Foundation

extension CALayer {
    /// Takes the layer's part of what its superlayer became larger or smaller by.
    func followSuperlayer(from old: CGSize) {
        let mask = values.look.autoresizingMask
        guard !mask.isEmpty, let parent = tree.parent else { return }
        let now = parent.values.geometry.bounds.size
        let frame = self.frame
        let x = FlexibleAxis(
            leading: mask.contains(.layerMinXMargin), size: mask.contains(.layerWidthSizable),
            trailing: mask.contains(.layerMaxXMargin))
        let y = FlexibleAxis(
            leading: mask.contains(.layerMinYMargin), size: mask.contains(.layerHeightSizable),
            trailing: mask.contains(.layerMaxYMargin))
        let (left, width) = x.shares(of: now.width - old.width)
        let (top, height) = y.shares(of: now.height - old.height)
        guard left != 0 || width != 0 || top != 0 || height != 0 else { return }
        self.frame = CGRect(
            x: frame.minX + left, y: frame.minY + top, width: max(frame.width + width, 0),
            height: max(frame.height + height, 0))
    }
}

/// Which parts of an axis follow: the margin before a layer, its size, the margin after it.
private struct FlexibleAxis {
    var leading: Bool
    var size: Bool
    var trailing: Bool

    /// By how much the margin before the layer and its size change.
    ///
    /// All that follow take the same share; the margin before takes a whole number, rounded down, and the others what
    /// is left. What the margin before gets is reported of QuartzCore by other projects; Apple does not document it,
    /// and it was not measured here. What the others get is ours.
    func shares(of change: CGFloat) -> (margin: CGFloat, size: CGFloat) {
        let count: CGFloat = (leading ? 1 : 0) + (size ? 1 : 0) + (trailing ? 1 : 0)
        guard count > 0, change.isFinite else { return (0, 0) }
        let margin = !leading ? 0 : count == 1 ? change : (change / count).rounded(.down)
        let others = count - (leading ? 1 : 0)
        return (margin, size ? (change - margin) / others : 0)
    }
}
