internal import Foundation
internal import MainspringGraphics

/// What layers paint beyond their bounds, and what a change of one does elsewhere.
extension LayerFrame {
    /// Farther than any screen.
    static let everywhere = CGRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)

    /// Adds what is changed by layers around it that blur, throw shadows of what is in them, or show it several times.
    func spread(
        _ node: UnsafeMutablePointer<FrameNode>, _ former: CGRect, _ box: CGRect,
        among nodes: UnsafeMutablePointer<FrameNode>
    ) {
        var reach = 0.0
        var offset = CGSize.zero
        var next = node.pointee.spread
        while next >= 0 {
            let outer = nodes + Int(next)
            guard let more = self.reach(of: outer.pointee) else { return region.add(Self.everywhere) }
            // How large a unit is; at most, where it is seen in perspective.
            let scale = outer.pointee.traits.contains(.isInSpace) ? 4 : outer.pointee.world.greatestScale
            reach += more.reach * scale
            offset = CGSize(
                width: offset.width + abs(more.offset.width) * scale,
                height: offset.height + abs(more.offset.height) * scale)
            next = outer.pointee.parent >= 0 ? nodes[Int(outer.pointee.parent)].spread : -1
        }
        let most = max(offset.width, offset.height)
        for rect in [former, box] where !rect.isNull && !rect.isEmpty {
            region.add(rect.insetBy(dx: -reach - most, dy: -reach - most))
        }
    }

    /// How far what is in a layer is seen by what that does; nil for anywhere.
    private func reach(of node: FrameNode) -> (reach: Double, offset: CGSize)? {
        let layer = node.layer
        if layer.ownOfClass is ReplicatorValues || layer.ownOfClass is EmitterValues { return nil }
        // Animated filters and shadows may be anything.
        guard !hasAnimatedLook(of: node) else { return nil }
        var reach = 0.0
        for case let filter as LayerFilter in layer.values.look.filters.own ?? [] {
            if case .gaussianBlur(let radius) = filter.kind { reach += 3 * radius + 2 }
        }
        let shadow = layer.values.look.shadow
        if shadow.opacity > 0, shadow.radius.isFinite { reach += 3 * max(shadow.radius, 0) + 2 }
        let isThrown = shadow.opacity > 0 && shadow.offset.width.isFinite && shadow.offset.height.isFinite
        return (reach, isThrown ? shadow.offset : .zero)
    }

    /// What a layer paints beyond its bounds, without its shadow; null if nothing.
    func paintedBeyond(_ node: FrameNode) -> CGRect {
        var rect = CGRect.null
        if let shape = node.layer.ownOfClass as? ShapeValues {
            // An animated path may be anything.
            guard !hasAnimatedLook(of: node) else { return Self.everywhere }
            rect = shape.paintedRect ?? .null
        }
        let values = node.layer.values
        if values.look.contents.gravity != .resize, !values.masksToBounds,
            let object = values.look.contents.object as AnyObject?,
            let image = object as? CGImage
        {
            for isUpward in [false, true] {
                if let place = ContentsPlace(of: image, values, isUpward: isUpward) { rect = rect.union(place.shown) }
            }
        }
        return rect
    }
}

extension FrameTraits {
    /// What a layer may paint beyond its bounds.
    static func beyond(_ layer: RenderLayer) -> FrameTraits {
        var traits = FrameTraits()
        let look = layer.values.look
        // Most layers have nothing of a class of their own.
        if let own = layer.ownOfClass {
            if own is ShapeValues { traits.insert(.paintsBeyond) }
            if own is ReplicatorValues || own is EmitterValues { traits.insert(.spreads) }
        }
        if look.contents.object != nil, look.contents.gravity != .resize { traits.insert(.paintsBeyond) }
        if look.filters.own?.isEmpty == false || look.shadow.opacity > 0 { traits.insert(.spreads) }
        return traits
    }
}

extension AffineMap {
    /// How long a unit becomes at most.
    fileprivate var greatestScale: Double { ((x * x).sum() + (y * y).sum()).squareRoot() }
}
