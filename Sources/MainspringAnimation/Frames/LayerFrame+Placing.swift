internal import Foundation
internal import MainspringGraphics

/// Where the layers of a frame lie, and what that damages.
extension LayerFrame {
    /// Places what has changed, and what is inside it.
    func place() {
        nodes.withUnsafeMutableBufferPointer { nodes in
            guard let first = nodes.baseAddress else { return }
            var covered: Int32 = 0
            changes.take { index, change in
                guard index >= covered else { return }
                let end = change.contains(.place) ? first[Int(index)].end : index + 1
                for each in Int(index)..<Int(end) { place(first + each, among: first) }
                covered = end
            }
        }
    }

    @inline(__always)
    private func place(_ node: UnsafeMutablePointer<FrameNode>, among nodes: UnsafeMutablePointer<FrameNode>) {
        let former = node.pointee.box
        let opacity = min(max(node.pointee.opacity, 0), 1)
        var traits = node.pointee.traits.subtracting([.isShown, .isClipped, .clipsOthers])
        if !traits.contains(.isHidden) { traits.insert(.isShown) }
        if node.pointee.parent >= 0 {
            let parent = nodes + Int(node.pointee.parent)
            findWorld(of: node, in: parent, &traits)
            node.pointee.totalOpacity = parent.pointee.totalOpacity * opacity
            if !parent.pointee.traits.contains(.isShown) { traits.remove(.isShown) }
            if parent.pointee.traits.contains(.clipsOthers) {
                traits.formUnion([.isClipped, .clipsOthers])
                node.pointee.clip = parent.pointee.clip
            }
        } else {
            placeOutermost(node, &traits)
            node.pointee.totalOpacity = opacity
        }
        let own =
            traits.contains(.isInPerspective)
            ? node.pointee.world.box(of: node.pointee.geometry.bounds)
            : node.pointee.world.affineBox(of: node.pointee.geometry.bounds)
        var box = CGRect.null
        if traits.contains(.isShown), node.pointee.totalOpacity > 0 {
            box = traits.contains(.throwsShadow) ? boxWithShadow(of: node.pointee) : own
            if traits.contains(.isClipped) { box = box.meeting(node.pointee.clip) }
        }
        if traits.contains(.clips) {
            node.pointee.clip = traits.contains(.isClipped) ? node.pointee.clip.meeting(own) : own
            traits.insert(.clipsOthers)
        }
        node.pointee.traits = traits
        node.pointee.box = box
        region.add(former)
        region.add(box)
    }

    private func placeOutermost(_ node: UnsafeMutablePointer<FrameNode>, _ traits: inout FrameTraits) {
        let matrix = node.pointee.geometry.toSuperlayer
        setWorld(of: node, PlaneMap(flattening: matrix), &traits)
        if traits.contains(.keepsDepth) { enterSpace(node, plane: .identity, matrix: matrix) }
    }

    private func setWorld(
        of node: UnsafeMutablePointer<FrameNode>, _ world: PlaneMap, _ traits: inout FrameTraits
    ) {
        node.pointee.world = world
        if world.isAffine { traits.remove(.isInPerspective) } else { traits.insert(.isInPerspective) }
    }

    @inline(__always)
    private func findWorld(
        of node: UnsafeMutablePointer<FrameNode>, in parent: UnsafeMutablePointer<FrameNode>,
        _ traits: inout FrameTraits
    ) {
        let isPlain = traits.isDisjoint(with: [.isSpatial, .keepsDepth])
        guard isPlain, parent.pointee.traits.isDisjoint(with: [.placesOthers, .isInPerspective]), parent.pointee.space < 0
        else { return findWorldInSpace(of: node, in: parent, &traits) }
        traits.remove(.isInPerspective)
        node.pointee.geometry.place(
            inPlane: parent.pointee.world, isTransformed: traits.contains(.isTransformed), &node.pointee.world)
    }

    @inline(never)
    private func findWorldInSpace(
        of node: UnsafeMutablePointer<FrameNode>, in parent: UnsafeMutablePointer<FrameNode>,
        _ traits: inout FrameTraits
    ) {
        var matrix = node.pointee.geometry.toSuperlayer
        if parent.pointee.traits.contains(.placesOthers) { matrix = matrix * inner(of: parent.pointee) }
        var plane = parent.pointee.world
        if parent.pointee.space >= 0 {
            let outer = spaces[Int(parent.pointee.space)]
            matrix = matrix * outer.matrix
            plane = outer.plane
        }
        setWorld(of: node, PlaneMap(flattening: matrix) * plane, &traits)
        if traits.contains(.keepsDepth) { enterSpace(node, plane: plane, matrix: matrix) }
    }

    /// What a layer does to all those inside it.
    private func inner(of node: FrameNode) -> Matrix4 {
        let matrix = node.geometry.ofSublayers
        guard node.traits.contains(.isFlipped) else { return matrix }
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

    /// What the layer paints with its shadow.
    private func boxWithShadow(of node: FrameNode) -> CGRect {
        var shadow = node.layer.values.look.shadow
        if case .vector(let v)? = animatedValue(of: .shadowOpacity, node) { shadow.opacity = Float(v.x) }
        if case .vector(let v)? = animatedValue(of: .shadowRadius, node) { shadow.radius = v.x }
        if case .vector(let v)? = animatedValue(of: .shadowOffset, node) {
            shadow.offset = CGSize(width: v.x, height: v.y)
        }
        if case .path(let path)? = animatedValue(of: .shadowPath, node) { shadow.path = path }
        let bounds = node.geometry.bounds
        let shape = shadow.path?.boundingBoxOfPath ?? bounds
        guard shadow.opacity > 0, shadow.color != nil, !shape.isNull else { return node.world.box(of: bounds) }
        // The blur reaches as far as two radii, as measured on QuartzCore by others' tests.
        let reach = 2 * max(shadow.radius, 0)
        let thrown = CGRect(
            x: shape.minX + shadow.offset.width - reach, y: shape.minY + shadow.offset.height - reach,
            width: shape.width + 2 * reach, height: shape.height + 2 * reach)
        return node.world.box(of: thrown.joined(bounds))
    }

    /// The animated value of a property that does not say where the layer is; nil where it is not animated.
    func animatedValue(of key: LayerKey, _ node: FrameNode) -> AnimatedValue? {
        guard node.animations >= 0 else { return nil }
        for index in animations[Int(node.animations)].others where courses[Int(index)].key == key {
            return courses[Int(index)].value
        }
        return nil
    }
}

extension LayerGeometry {
    /// Where the layer lies in a superlayer that lies in the host without perspective and does nothing to its sublayers, if it stays in the
    /// plane itself.
    @inline(__always)
    func place(inPlane outer: PlaneMap, isTransformed: Bool, _ world: inout PlaneMap) {
        let ax = bounds.origin.x + bounds.size.width * anchorPoint.x
        let ay = bounds.origin.y + bounds.size.height * anchorPoint.y
        guard isTransformed else {
            let (x, y) = (position.x - ax, position.y - ay)
            world.r0 = outer.r0
            world.r1 = outer.r1
            world.r2 = SIMD3(
                outer.r2.x + x * outer.r0.x + y * outer.r1.x, outer.r2.y + x * outer.r0.y + y * outer.r1.y, 1)
            return
        }
        let (xx, xy) = (transform.r0.x, transform.r0.y)
        let (yx, yy) = (transform.r1.x, transform.r1.y)
        let tx: Double = transform.r3.x + position.x - ax * xx - ay * yx
        let ty: Double = transform.r3.y + position.y - ax * xy - ay * yy
        world.r0 = SIMD3(xx * outer.r0.x + xy * outer.r1.x, xx * outer.r0.y + xy * outer.r1.y, 0)
        world.r1 = SIMD3(yx * outer.r0.x + yy * outer.r1.x, yx * outer.r0.y + yy * outer.r1.y, 0)
        world.r2 = SIMD3(
            outer.r2.x + tx * outer.r0.x + ty * outer.r1.x, outer.r2.y + tx * outer.r0.y + ty * outer.r1.y, 1)
    }
}

extension PlaneMap {
    /// The smallest upright rectangle around where a rectangle lies, without perspective: by its middle and its reach.
    @inline(__always)
    func affineBox(of rect: CGRect) -> CGRect {
        let (w, h) = (rect.size.width / 2, rect.size.height / 2)
        let (cx, cy) = (rect.origin.x + w, rect.origin.y + h)
        let x = cx * r0.x + cy * r1.x + r2.x
        let y = cx * r0.y + cy * r1.y + r2.y
        let rx = abs(w * r0.x) + abs(h * r1.x)
        let ry = abs(w * r0.y) + abs(h * r1.y)
        return CGRect(x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry)
    }
}
