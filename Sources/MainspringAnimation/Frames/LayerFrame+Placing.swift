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
                touch(index..<end)
                covered = end
            }
        }
    }

    /// Everything that shows is to be painted again.
    func damageEverything() {
        for node in nodes { region.add(node.box) }
    }

    @inline(__always)
    private func place(_ node: UnsafeMutablePointer<FrameNode>, among nodes: UnsafeMutablePointer<FrameNode>) {
        let former = node.pointee.box
        if node.pointee.traits.contains(.spreads) { noteFormerScale(of: node.pointee, Int32(node - nodes)) }
        let opacity = min(max(node.pointee.opacity, 0), 1)
        var traits = node.pointee.traits.subtracting(.isShown)
        if !traits.contains(.isHidden) { traits.insert(.isShown) }
        if node.pointee.parent >= 0 {
            let parent = nodes + Int(node.pointee.parent)
            findWorld(of: node, in: parent, &traits)
            node.pointee.totalOpacity = parent.pointee.totalOpacity * opacity
            if !parent.pointee.traits.contains(.isShown) { traits.remove(.isShown) }
            node.pointee.clip = parent.pointee.traits.contains(.clips) ? node.pointee.parent : parent.pointee.clip
        } else {
            findWorldInSpace(of: node, in: nil, &traits)
            node.pointee.totalOpacity = opacity
        }
        node.pointee.traits = traits
        if traits.contains(.clips) { noteClip(of: node, among: nodes) }
        var (box, uncut) = (CGRect.null, CGRect.null)
        if traits.contains(.isShown), node.pointee.totalOpacity > 0 {
            if traits.isDisjoint(with: [.isInSpace, .throwsShadow, .paintsBeyond]) {
                box = node.pointee.world.box(of: node.pointee.bounds)
            } else {
                box = world(of: node.pointee).box(of: paintedBounds(of: node.pointee))
            }
            uncut = box
            if node.pointee.clip >= 0 { box = box.meeting(clip(of: node.pointee, among: nodes)) }
        }
        node.pointee.box = box
        region.add(former, box)
        let outer = node.pointee.parent >= 0 ? nodes[Int(node.pointee.parent)].spread : -1
        node.pointee.spread = traits.contains(.spreads) ? Int32(node - nodes) : outer
        if node.pointee.spread >= 0 { spread(node, former, box, uncut: uncut, among: nodes) }
    }

    /// What the layers around a layer leave of it.
    func clip(of node: FrameNode, among nodes: UnsafeMutablePointer<FrameNode>) -> CGRect {
        let own = node.clip >= 0 ? nodes[Int(node.clip)].ownClip : -1
        return own >= 0 ? clips[Int(own)] : .infinite
    }

    /// What a layer leaves of those inside it: found once for all of them, however many cut off around it.
    private func noteClip(of node: UnsafeMutablePointer<FrameNode>, among nodes: UnsafeMutablePointer<FrameNode>) {
        var rect = world(of: node.pointee).box(of: node.pointee.bounds)
        if node.pointee.clip >= 0 { rect = rect.meeting(clip(of: node.pointee, among: nodes)) }
        if node.pointee.ownClip >= 0 {
            clips[Int(node.pointee.ownClip)] = rect
        } else {
            node.pointee.ownClip = Int32(clips.count)
            clips.append(rect)
        }
    }

    @inline(__always)
    private func findWorld(
        of node: UnsafeMutablePointer<FrameNode>, in parent: UnsafeMutablePointer<FrameNode>,
        _ traits: inout FrameTraits
    ) {
        guard traits.isDisjoint(with: [.isSpatial, .keepsDepth]),
            parent.pointee.traits.isDisjoint(with: [.placesOthers, .isInSpace])
        else { return findWorldInSpace(of: node, in: parent, &traits) }
        traits.remove(.isInSpace)
        let bounds = node.pointee.bounds
        let anchor = SIMD2<Double>(
            bounds.origin.x + bounds.size.width * node.pointee.anchorPoint.x,
            bounds.origin.y + bounds.size.height * node.pointee.anchorPoint.y)
        let position = SIMD2<Double>(node.pointee.position.x, node.pointee.position.y)
        let outer = parent.pointee.world
        guard traits.contains(.isTransformed) else {
            node.pointee.world = AffineMap(x: outer.x, y: outer.y, origin: outer(position - anchor))
            return
        }
        var own = node.pointee.transform
        own.origin += position - own.direction(anchor)
        node.pointee.world = own * outer
    }

    /// The same where a transform leaves the plane, or the layer or one around it keeps depth.
    @inline(never)
    private func findWorldInSpace(
        of node: UnsafeMutablePointer<FrameNode>, in parent: UnsafeMutablePointer<FrameNode>?,
        _ traits: inout FrameTraits
    ) {
        var matrix = geometry(of: node.pointee).toSuperlayer
        var plane = PlaneMap.identity
        // Those in a layer that keeps depth lie at a depth, whether that is seen of their shape or not.
        var hasDepth = traits.contains(.keepsDepth)
        if let parent {
            if parent.pointee.traits.contains(.placesOthers) { matrix = matrix * inner(of: parent.pointee) }
            plane = world(of: parent.pointee)
            if parent.pointee.traits.contains(.keepsDepth) {
                let outer = spaces[Int(parent.pointee.space)]
                matrix = matrix * outer.matrix
                plane = outer.plane
                hasDepth = true
            }
        }
        let world = PlaneMap(flattening: matrix) * plane
        guard hasDepth || !world.isAffine else {
            traits.remove(.isInSpace)
            node.pointee.world = AffineMap(world)
            return
        }
        traits.insert(.isInSpace)
        if node.pointee.space < 0 {
            node.pointee.space = Int32(spaces.count)
            spaces.append(FrameSpace())
        }
        spaces[Int(node.pointee.space)] = FrameSpace(world: world, matrix: matrix, plane: plane)
    }

    /// What the layer paints, with its shadow, in its own coordinates.
    private func paintedBounds(of node: FrameNode) -> CGRect {
        let own = node.traits.contains(.paintsBeyond) ? paintedBeyond(node).union(node.bounds) : node.bounds
        guard node.traits.contains(.throwsShadow) else { return own }
        var shadow = node.layer.values.look.shadow
        if case .vector(let v)? = animatedValue(of: .shadowOpacity, node) { shadow.opacity = Float(v.x) }
        if case .vector(let v)? = animatedValue(of: .shadowRadius, node) { shadow.radius = v.x }
        if case .vector(let v)? = animatedValue(of: .shadowOffset, node) {
            shadow.offset = CGSize(width: v.x, height: v.y)
        }
        if case .path(let path)? = animatedValue(of: .shadowPath, node) { shadow.path = path }
        let shape = shadow.path?.boundingBoxOfPath ?? node.bounds
        guard shadow.opacity > 0, shadow.color != nil, !shape.isNull else { return own }
        // A blur's bell, whose deviation the radius is, is cut off at three of them.
        let reach = 3 * max(shadow.radius, 0) + 1
        let thrown = CGRect(
            x: shape.minX + shadow.offset.width - reach, y: shape.minY + shadow.offset.height - reach,
            width: shape.width + 2 * reach, height: shape.height + 2 * reach)
        return thrown.union(own)
    }
}
