internal import Foundation

extension CAScrollLayer {
    func scrollBounds(to point: CGPoint) {
        var origin = bounds.origin
        if scrollMode.isHorizontal, point.x.isFinite { origin.x = point.x }
        if scrollMode.isVertical, point.y.isFinite { origin.y = point.y }
        if origin != bounds.origin { bounds.origin = origin }
    }

    func scrollBounds(toShow rect: CGRect) {
        let rect = rect.standardized
        guard !rect.isNull, !rect.isInfinite else { return }
        let bounds = bounds
        scrollBounds(
            to: CGPoint(
                x: Self.nearest(to: bounds.minX, bounds.width, rect.minX, rect.maxX),
                y: Self.nearest(to: bounds.minY, bounds.height, rect.minY, rect.maxY)))
    }

    /// The place nearest to the one of now from which a length shows as much as it can of what reaches from `low` to
    /// `high`.
    private static func nearest(to now: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
        let ends = (low, high - length)
        return min(max(now, min(ends.0, ends.1)), max(ends.0, ends.1))
    }
}

extension CAScrollLayerScrollMode {
    fileprivate var isHorizontal: Bool { self != .none && self != .vertically }
    fileprivate var isVertical: Bool { self != .none && self != .horizontally }
}

extension CALayer {
    func scrollAround(to point: CGPoint) {
        guard let scroller = scrollerAround else { return }
        scroller.scroll(to: scroller.convert(point, from: self))
    }

    func scrollAround(toShow rect: CGRect) {
        guard let scroller = scrollerAround else { return }
        scroller.scroll(to: scroller.convert(rect, from: self))
    }

    private var scrollerAround: CAScrollLayer? {
        var layer = tree.parent
        while let current = layer {
            if let scroller = current as? CAScrollLayer { return scroller }
            layer = current.tree.parent
        }
        return nil
    }
}
