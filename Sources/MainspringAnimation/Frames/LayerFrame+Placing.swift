internal import Foundation
internal import MainspringGraphics

/// Where the layers of a frame lie, and what that damages.
extension LayerFrame {
    /// Places what has changed, and what is inside it.
    func place() {
        nodes.withUnsafeMutableBufferPointer { nodes in
            var covered: Int32 = 0
            for index in changed {
                let change = changes[Int(index)]
                changes[Int(index)] = []
                guard index >= covered else { continue }
                let end = change.contains(.place) ? nodes[Int(index)].end : index + 1
                for each in Int(index)..<Int(end) { place(each, in: nodes) }
                covered = end
            }
        }
    }

    private func place(_ index: Int, in nodes: UnsafeMutableBufferPointer<FrameNode>) {
        let node = nodes.baseAddress.unsafelyUnwrapped + index
        let former = node.pointee.box
        let parent = node.pointee.parent >= 0 ? nodes.baseAddress.unsafelyUnwrapped + Int(node.pointee.parent) : nil
        if let parent {
            findWorld(of: node, in: parent)
            node.pointee.totalOpacity = parent.pointee.totalOpacity * min(max(node.pointee.opacity, 0), 1)
            node.pointee.isShown = parent.pointee.isShown && !isHidden(node.pointee)
            node.pointee.clip = parent.pointee.clip
        } else {
            node.pointee.world = node.pointee.geometry.planeToSuperlayer
            node.pointee.totalOpacity = min(max(node.pointee.opacity, 0), 1)
            node.pointee.isShown = !isHidden(node.pointee)
            node.pointee.clip = .infinite
            if node.pointee.layer.keepsDepth {
                enterSpace(node, plane: .identity, matrix: node.pointee.geometry.toSuperlayer)
            }
        }
        let own = node.pointee.world.quickBox(of: node.pointee.geometry.bounds)
        if masksToBounds(node.pointee) { node.pointee.clip = node.pointee.clip.meeting(own) }
        guard node.pointee.isShown, node.pointee.totalOpacity > 0 else {
            node.pointee.box = .null
            return region.add(former)
        }
        let painted = shadowBounds(of: node.pointee).map { node.pointee.world.quickBox(of: $0) } ?? own
        node.pointee.box = painted.meeting(parent?.pointee.clip ?? .infinite)
        region.add(former)
        region.add(node.pointee.box)
    }

    private func findWorld(of node: UnsafeMutablePointer<FrameNode>, in parent: UnsafeMutablePointer<FrameNode>) {
        if parent.pointee.space >= 0 {
            let outer = spaces[Int(parent.pointee.space)]
            let matrix = node.pointee.geometry.toSuperlayer * inner(of: parent.pointee) * outer.matrix
            node.pointee.world = PlaneMap(flattening: matrix) * outer.plane
            if node.pointee.layer.keepsDepth { enterSpace(node, plane: outer.plane, matrix: matrix) }
            return
        }
        if node.pointee.layer.keepsDepth {
            let matrix = node.pointee.geometry.toSuperlayer * inner(of: parent.pointee)
            node.pointee.world = PlaneMap(flattening: matrix) * parent.pointee.world
            return enterSpace(node, plane: parent.pointee.world, matrix: matrix)
        }
        let isFlipped = parent.pointee.layer.values.isGeometryFlipped
        if parent.pointee.geometry.sublayerTransform == .identity, !isFlipped {
            node.pointee.world = node.pointee.geometry.placed(in: parent.pointee.world)
        } else {
            let matrix = node.pointee.geometry.toSuperlayer * inner(of: parent.pointee)
            node.pointee.world = PlaneMap(flattening: matrix) * parent.pointee.world
        }
    }

    /// What a layer does to all those inside it.
    private func inner(of node: FrameNode) -> Matrix4 {
        let matrix = node.geometry.ofSublayers
        guard flag(.geometryFlipped, of: node) ?? node.layer.values.isGeometryFlipped else { return matrix }
        let bounds = node.geometry.bounds
        return matrix * .scale(1, -1, 1) * .translation(0, bounds.minY + bounds.maxY, 0)
    }

    private func enterSpace(_ node: UnsafeMutablePointer<FrameNode>, plane: PlaneMap, matrix: Matrix4) {
        if node.pointee.space < 0 {
            node.pointee.space = Int32(spaces.count)
            spaces.append(FrameSpace(matrix: matrix, plane: plane))
        } else {
            spaces[Int(node.pointee.space)] = FrameSpace(matrix: matrix, plane: plane)
        }
    }

    // MARK: What a layer has

    func isHidden(_ node: FrameNode) -> Bool { flag(.hidden, of: node) ?? node.layer.values.isHidden }
    func masksToBounds(_ node: FrameNode) -> Bool { flag(.masksToBounds, of: node) ?? node.layer.values.masksToBounds }

    /// An animated truth value; nil where the property is not animated.
    private func flag(_ key: LayerKey, of node: FrameNode) -> Bool? {
        guard node.values >= 0, case .step(let stepped)? = animatedValue(of: key, node) else { return nil }
        return stepped.value as? Bool
    }

    /// The animated value of a property that is none of place and opacity; nil where it is not animated.
    func animatedValue(of key: LayerKey, _ node: FrameNode) -> AnimatedValue? {
        guard node.values >= 0, let courses = node.layer.animations?.courses else { return nil }
        guard let index = courses.firstIndex(where: { $0.layerKey == key }) else { return nil }
        return values[Int(node.values) + index]
    }

    /// What the layer paints with its shadow; nil without one.
    private func shadowBounds(of node: FrameNode) -> CGRect? {
        var shadow = node.layer.values.shadow
        if node.values >= 0 { animateShadow(&shadow, node) }
        guard shadow.opacity > 0, shadow.color != nil else { return nil }
        let bounds = node.geometry.bounds
        // The blur reaches as far as two radii, as measured on QuartzCore by others' tests.
        let reach = 2 * max(shadow.radius, 0)
        let shape = shadow.path?.boundingBoxOfPath ?? bounds
        guard !shape.isNull else { return nil }
        let thrown = CGRect(
            x: shape.minX + shadow.offset.width - reach, y: shape.minY + shadow.offset.height - reach,
            width: shape.width + 2 * reach, height: shape.height + 2 * reach)
        return thrown.joined(bounds)
    }

    private func animateShadow(_ shadow: inout LayerValues.Shadow, _ node: FrameNode) {
        if case .vector(let v)? = animatedValue(of: .shadowOpacity, node) { shadow.opacity = Float(v.x) }
        if case .vector(let v)? = animatedValue(of: .shadowRadius, node) { shadow.radius = v.x }
        if case .vector(let v)? = animatedValue(of: .shadowOffset, node) {
            shadow.offset = CGSize(width: v.x, height: v.y)
        }
        if case .path(let path)? = animatedValue(of: .shadowPath, node) { shadow.path = path }
    }
}

extension LayerGeometry {
    /// From the layer's own coordinates to its superlayer's, made flat.
    var planeToSuperlayer: PlaneMap { placed(in: .identity) }

    /// From the layer's own coordinates to what a superlayer without a sublayer transform lies in.
    @inline(__always)
    func placed(in outer: PlaneMap) -> PlaneMap {
        let anchor = anchor
        if transform == .identity {
            return PlaneMap(
                outer.r0, outer.r1, outer.r2 + outer.r0 * (position.x - anchor.x) + outer.r1 * (position.y - anchor.y))
        }
        guard transform.isAffine2D, anchorPointZ == 0 else { return PlaneMap(flattening: toSuperlayer) * outer }
        let (x, y) = (transform.r0, transform.r1)
        let move = transform.r3
        let tx = move.x + position.x - anchor.x * x.x - anchor.y * y.x
        let ty = move.y + position.y - anchor.x * x.y - anchor.y * y.y
        return PlaneMap(
            outer.r0 * x.x + outer.r1 * x.y, outer.r0 * y.x + outer.r1 * y.y, outer.r2 + outer.r0 * tx + outer.r1 * ty)
    }
}

extension PlaneMap {
    /// The smallest upright rectangle around where a rectangle lies, found by its middle and its reach where there is no perspective.
    @inline(__always)
    func quickBox(of rect: CGRect) -> CGRect {
        guard isAffine else { return box(of: rect) }
        let (w, h) = (rect.size.width / 2, rect.size.height / 2)
        let (cx, cy) = (rect.origin.x + w, rect.origin.y + h)
        let x = cx * r0.x + cy * r1.x + r2.x
        let y = cx * r0.y + cy * r1.y + r2.y
        let rx = abs(w * r0.x) + abs(h * r1.x)
        let ry = abs(w * r0.y) + abs(h * r1.y)
        return CGRect(x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry)
    }
}
