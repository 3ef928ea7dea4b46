internal import Foundation

/// Layers whose sublayers keep their depth.
extension CALayer {
    /// The layer in front that a point lies in, where the sublayers are not made flat.
    /// - Parameter point: In the superlayer's coordinates.
    func findHitInDepth(_ point: CGPoint) -> CALayer? {
        guard !isHidden, let planes = planesInDepth(at: point) else { return nil }
        for plane in planes {
            if plane.layer === self {
                if contains(plane.point) { return self }
            } else if let hit = plane.layer.findHit(own: plane.point) {
                return hit
            }
        }
        return nil
    }

    /// What is to be asked whether a point lies in it, the one in front first; nil where the layer cuts off what is
    /// there.
    func planesInDepth(at point: CGPoint) -> [PlaneInDepth]? {
        let outer = values.geometry.toSuperlayer * (relatedParent?.spaceOfSublayers ?? .identity)
        var planes = planesOfSublayers(at: point, outer)
        if hasPlane, let own = PlaneInDepth(self, at: point, outer) {
            if values.masksToBounds, !contains(own.point) { return nil }
            planes.append(own)
        }
        // In front comes first; of those at one depth the one that was added last, and a layer itself after what is in
        // it.
        return planes.indices.sorted {
            let (left, right) = (planes[$0], planes[$1])
            if left.depth != right.depth { return left.depth > right.depth }
            if (left.layer === self) != (right.layer === self) { return right.layer === self }
            return $0 > $1
        }.map { planes[$0] }
    }

    /// The planes of the sublayers, and in their place of those inside sublayers that have none.
    private func planesOfSublayers(at point: CGPoint, _ outer: Matrix4) -> [PlaneInDepth] {
        var planes: [PlaneInDepth] = []
        var waiting = [(layer: self, matrix: outer)]
        var isFirst = true
        while let (layer, matrix) = waiting.popLast() {
            if !isFirst, layer.hasPlane {
                if let plane = PlaneInDepth(layer, at: point, matrix) { planes.append(plane) }
                continue
            }
            isFirst = false
            let space = layer.spaceOfSublayers * matrix
            for child in layer.relatedChildren.reversed() where !child.isHidden {
                waiting.append((child, child.values.geometry.toSuperlayer * space))
            }
        }
        return planes
    }

    /// What the layer does to the space in which its sublayers lie: sublayer transform and flip.
    final var spaceOfSublayers: Matrix4 {
        let geometry = values.geometry
        guard values.isGeometryFlipped else { return values.ofSublayers }
        return values.ofSublayers * .scale(1, -1, 1) * .translation(0, geometry.bounds.minY + geometry.bounds.maxY, 0)
    }
}

/// A layer's plane where it is met by what goes straight through a point.
struct PlaneInDepth {
    let layer: CALayer
    /// In the layer's own coordinates.
    let point: CGPoint
    /// How far in front of the viewed plane.
    let depth: Double

    /// Nil where the layer is seen from its edge.
    init?(_ layer: CALayer, at point: CGPoint, _ matrix: Matrix4) {
        guard let own = PlaneMap(flattening: matrix).inverse?(point) else { return nil }
        let place = matrix.r0 * own.x + matrix.r1 * own.y + matrix.r3
        guard place.w != 0, (place.z / place.w).isFinite else { return nil }
        self.layer = layer
        self.point = own
        depth = place.z / place.w
    }
}
