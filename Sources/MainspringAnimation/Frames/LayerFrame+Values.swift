internal import Foundation

/// What a layer of a frame has.
extension LayerFrame {
    /// The animated value of a property that has no quick form; nil where it has, or is not animated.
    func animatedValue(of key: LayerKey, _ node: FrameNode) -> AnimatedValue? {
        guard node.animations >= 0 else { return nil }
        for index in animations[Int(node.animations)].others where courses[Int(index)].key == key {
            return courses[Int(index)].value
        }
        return nil
    }

    /// Whether something is animated of what a layer shows, and not only its place, or how much of it is seen.
    package func hasAnimatedLook(of node: FrameNode) -> Bool {
        node.animations >= 0 && animations[Int(node.animations)].changesLook
    }

    /// Where a layer is in its superlayer.
    package func geometry(of node: FrameNode) -> LayerGeometry {
        var geometry = node.layer.values.geometry
        geometry.bounds = node.bounds
        geometry.position = node.position
        geometry.anchorPoint = node.anchorPoint
        if case .vector(let v)? = animatedValue(of: .zPosition, node) { geometry.zPosition = v.x }
        if case .vector(let v)? = animatedValue(of: .anchorPointZ, node) { geometry.anchorPointZ = v.x }
        if case .transform(let matrix)? = animatedValue(of: .transform, node) {
            geometry.transform = matrix
        } else if geometry.transform.isAffine2D {
            geometry.transform = Matrix4(node.transform)
        }
        return geometry
    }

    /// What a layer does to all those inside it.
    package func inner(of node: FrameNode) -> Matrix4 {
        var matrix = node.layer.values.look.sublayerTransform
        if case .transform(let animated)? = animatedValue(of: .sublayerTransform, node) { matrix = animated }
        matrix = geometry(of: node).about(matrix)
        guard node.traits.contains(.isFlipped) else { return matrix }
        return matrix * .scale(1, -1, 1) * .translation(0, node.bounds.minY + node.bounds.maxY, 0)
    }

    /// From a layer's own coordinates to the host's.
    package func world(of node: FrameNode) -> PlaneMap {
        node.traits.contains(.isInSpace) ? spaces[Int(node.space)].world : PlaneMap(node.world)
    }

    /// From the coordinates of the layer at an index to those of one around it, whatever that one is seen from.
    package func plane(of index: Int, in around: Int) -> PlaneMap {
        var (plane, matrix, index) = (PlaneMap.identity, Matrix4.identity, index)
        while index != around, nodes[index].parent >= 0 {
            matrix = matrix * geometry(of: nodes[index]).toSuperlayer
            index = Int(nodes[index].parent)
            if nodes[index].traits.contains(.placesOthers) { matrix = matrix * inner(of: nodes[index]) }
            guard index == around || !nodes[index].traits.contains(.keepsDepth) else { continue }
            (plane, matrix) = (plane * PlaneMap(flattening: matrix), .identity)
        }
        return plane
    }
}

extension LayerKey {
    /// Whether it says where a layer and what is in it are, or how much of them is seen: what the layer shows in its own coordinates is the
    /// same whatever that is.
    var isOfPlace: Bool {
        switch self {
        case .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform, .opacity: true
        default: false
        }
    }
}
