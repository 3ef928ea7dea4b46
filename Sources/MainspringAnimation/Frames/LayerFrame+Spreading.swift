internal import Foundation
internal import MainspringGraphics

/// What layers paint beyond their bounds, and what a change of one does elsewhere.
extension LayerFrame {
    /// Farther than any screen.
    static let everywhere = CGRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)

    /// Adds what is changed by layers around it that blur, throw shadows of what is in them, or show it several times.
    /// - Parameter uncut: the box without what cuts it off.
    func spread(
        _ node: UnsafeMutablePointer<FrameNode>, _ former: CGRect, _ box: CGRect, uncut: CGRect,
        among nodes: UnsafeMutablePointer<FrameNode>
    ) {
        var reach = 0.0
        var offset = CGSize.zero
        var next = node.pointee.spread
        while next >= 0 {
            let outer = nodes + Int(next)
            // How large a unit is, or was.
            let scale = max(outer.pointee.world.greatestScale, formerScales[next] ?? 0)
            guard let more = self.reach(of: outer.pointee), scale < .infinity else {
                return region.add(Self.everywhere)
            }
            if outer.pointee.clip >= 0 {
                // What is cut off around it is not seen itself, and what it makes of that may be.
                let clip = clip(of: outer.pointee, among: nodes)
                if !clip.surrounds(former) || !uncut.isNull && !clip.surrounds(uncut) { region.add(clip) }
            }
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

    /// How far what is in a layer is seen by what that does, in its own units; nil for anywhere.
    private func reach(of node: FrameNode) -> (reach: Double, offset: CGSize)? {
        let layer = node.layer
        if layer.ownOfClass is ReplicatorValues || layer.ownOfClass is EmitterValues { return nil }
        // Animated filters and shadows may be anything, and so may a unit that is seen in perspective.
        guard !hasAnimatedLook(of: node), !node.traits.contains(.isInSpace) else { return nil }
        return layer.values.look.reach
    }

    /// Notes how large a unit of a layer that spreads was, before it is placed anew.
    func noteFormerScale(of node: FrameNode, _ index: Int32) {
        formerScales[index] = node.traits.contains(.isInSpace) ? .infinity : node.world.greatestScale
    }

    /// Adds everything where a layer that spreads, or did, is published anew and spreads otherwise: how far it did is not known then.
    func noteSpreading(of former: RenderLayer, _ new: RenderLayer) {
        guard former.animations !== new.animations || former.values.look.reach != new.values.look.reach else { return }
        region.add(Self.everywhere)
    }

    /// Whether a change of a layer's picture, or of one that goes over into it, is seen elsewhere than in the boxes.
    func spreads(_ index: Int, _ transitions: [FrameTransition?]) -> Bool {
        nodes[index].spread >= 0 || nodes[index..<Int(nodes[index].end)].contains { $0.traits.contains(.spreads) }
            || transitions.contains { $0?.former?.nodes.contains { $0.traits.contains(.spreads) } == true }
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
        if let own = layer.animations, own.courses.contains(where: { $0.layerKey?.spreads == true }) {
            traits.insert(.spreads)
        }
        return traits
    }
}

extension AffineMap {
    /// How long a unit becomes at most.
    fileprivate var greatestScale: Double { ((x * x).sum() + (y * y).sum()).squareRoot() }
}

extension LayerLook {
    /// How far filters and the shadow reach, in the layer's units.
    fileprivate var reach: (reach: Double, offset: CGSize) {
        var reach = 0.0
        for case let filter as LayerFilter in filters.own ?? [] {
            if case .gaussianBlur(let radius) = filter.kind { reach += 3 * radius + 2 }
        }
        if shadow.opacity > 0, shadow.radius.isFinite { reach += 3 * max(shadow.radius, 0) + 2 }
        let isThrown = shadow.opacity > 0 && shadow.offset.width.isFinite && shadow.offset.height.isFinite
        return (reach, isThrown ? shadow.offset : .zero)
    }
}

extension LayerKey {
    /// Whether an animation of it lets what is in a layer be seen elsewhere.
    fileprivate var spreads: Bool {
        switch self {
        case .shadowOpacity, .shadowRadius, .shadowOffset, .shadowPath, .filters: true
        default: false
        }
    }
}

extension CGRect {
    /// Whether another rectangle lies wholly inside this one, and touches none of its edges.
    fileprivate func surrounds(_ other: CGRect) -> Bool {
        !other.isNull && other.minX > minX && other.minY > minY && other.maxX < maxX && other.maxY < maxY
    }
}
