internal import Foundation

/// Layers whose sublayers keep their depth.
extension CALayer {
    /// The layer in front that a point lies in, where the sublayers are not made flat.
    /// - Parameter point: In the superlayer's coordinates.
    func findHitInDepth(_ point: CGPoint) -> CALayer? {
        guard !isHidden else { return nil }
        let outer = values.geometry.toSuperlayer * (tree.parent?.spaceOfSublayers ?? .identity)
        var planes: [PlaneInDepth] = []
        addPlanes(&planes, at: point, outer)
        if hasPlane, let own = PlaneInDepth(self, at: point, outer) {
            if values.masksToBounds, !contains(own.point) { return nil }
            planes.append(own)
        }
        // In front comes first; of those at one depth the one that was added last, and a layer itself after what is in it.
        let order = planes.indices.sorted {
            let (left, right) = (planes[$0], planes[$1])
            if left.depth != right.depth { return left.depth > right.depth }
            if (left.layer === self) != (right.layer === self) { return right.layer === self }
            return $0 > $1
        }
        for index in order {
            let plane = planes[index]
            if plane.layer === self {
                if contains(plane.point) { return self }
            } else if let hit = plane.layer.findHit(own: plane.point) {
                return hit
            }
        }
        return nil
    }

    /// The planes of the sublayers, and of those of sublayers that have none.
    private func addPlanes(_ planes: inout [PlaneInDepth], at point: CGPoint, _ outer: Matrix4) {
        let space = spaceOfSublayers * outer
        for child in tree.children where !child.isHidden {
            let matrix = child.values.geometry.toSuperlayer * space
            if child.hasPlane {
                if let plane = PlaneInDepth(child, at: point, matrix) { planes.append(plane) }
            } else {
                child.addPlanes(&planes, at: point, matrix)
            }
        }
    }

    /// What the layer does to the space in which its sublayers lie: sublayer transform and flip.
    final var spaceOfSublayers: Matrix4 {
        let geometry = values.geometry
        guard values.isGeometryFlipped else { return values.ofSublayers }
        return values.ofSublayers * .scale(1, -1, 1) * .translation(0, geometry.bounds.minY + geometry.bounds.maxY, 0)
    }
}

/// A layer's plane where it is met by what goes straight through a point.
private struct PlaneInDepth {
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
