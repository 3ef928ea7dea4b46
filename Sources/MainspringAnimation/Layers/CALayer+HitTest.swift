internal import Foundation

extension CALayer {
    func findHit(_ point: CGPoint) -> CALayer? {
        guard !isHidden else { return nil }
        return inverted(point).flatMap { findHit(own: $0) }
    }

    /// The layer in front that a point in this layer's own coordinates lies in.
    func findHit(own: CGPoint) -> CALayer? {
        let isInside = contains(own)
        if values.masksToBounds, !isInside { return nil }
        if let hit = hitSublayer(own) { return hit }
        return isInside ? self : nil
    }

    /// The sublayers as they cover each other are asked, the one in front first.
    private func hitSublayer(_ point: CGPoint) -> CALayer? {
        let children = relatedChildren
        guard let first = children.first else { return nil }
        let nesting = LayerNesting.current
        defer { nesting.leaveHitTest() }
        guard nesting.enterHitTest() else {
            var search = DeepHitTest(nesting)
            return search.hitSublayer(of: self, point)
        }
        let z = first.values.geometry.zPosition
        guard children.contains(where: { $0.values.geometry.zPosition != z }) else {
            for child in children.reversed() {
                if let hit = child.hitTest(point) { return hit }
            }
            return nil
        }
        let order = children.indices.sorted {
            let (left, right) = (children[$0].values.geometry.zPosition, children[$1].values.geometry.zPosition)
            return left == right ? $0 > $1 : left > right
        }
        for index in order {
            if let hit = children[index].hitTest(point) { return hit }
        }
        return nil
    }

    /// A point of the superlayer in this layer's coordinates; nil where the layer is seen from its edge.
    func inverted(_ point: CGPoint) -> CGPoint? {
        let geometry = values.geometry
        // Most layers are only moved.
        if geometry.transform == .identity, relatedParent?.placesSublayersAsTheyAre ?? true {
            let anchor = geometry.anchor
            return CGPoint(x: point.x - geometry.position.x + anchor.x, y: point.y - geometry.position.y + anchor.y)
        }
        return mapToSuperlayer.inverse?(point)
    }

    private var placesSublayersAsTheyAre: Bool {
        values.look.sublayerTransform == .identity && !values.isGeometryFlipped
    }
}
