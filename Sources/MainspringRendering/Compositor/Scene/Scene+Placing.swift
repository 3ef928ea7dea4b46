internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Where layers lie among the pixels.
extension Scene {
    /// Finds what a layer is in the scene; the one around it is known.
    /// - Parameters:
    ///   - index: Of the scene's nodes, whose source and parent are known.
    ///   - moved: What is done to it on the screen after all: that of a showing; nil for nothing.
    ///   - map: Where it lies instead; nil for where the frame says.
    func place(
        _ index: Int, _ nodes: UnsafeMutableBufferPointer<SceneNode>, _ known: UnsafeBufferPointer<FrameNode>,
        _ frame: LayerFrame, moved: DeviceMap? = nil, at map: DeviceMap? = nil
    ) {
        let node = nodes.baseAddress! + index
        let source = known.baseAddress! + Int(node.pointee.source)
        var (clip, alpha, isShown, isUpward) = (PixelBox.everything, Float(1), true, false)
        if node.pointee.parent >= 0 {
            let outer = nodes.baseAddress! + Int(node.pointee.parent)
            if source.pointee.traits.contains(.isMask) {
                // What a mask covers is not cut off by the layer's own edge.
                (clip, isShown) = (outer.pointee.clip, outer.pointee.isShown)
            } else {
                (clip, alpha, isShown) = (outer.pointee.innerClip, outer.pointee.innerAlpha, outer.pointee.isShown)
            }
            if outer.pointee.hidesInner {
                forgetKinds(of: index)
                return node.pointee.becomePart()
            }
            let turns = known[Int(source.pointee.parent)].traits.contains(.isFlipped)
            isUpward = outer.pointee.isUpward != turns
            node.pointee.mover = outer.pointee.mover
            node.pointee.reachAround = outer.pointee.reachInside
        } else if let base {
            (clip, isUpward) = (base.clip, base.isUpward)
        }
        node.pointee.isUpward = isUpward
        node.pointee.reachInside = node.pointee.reachAround
        node.pointee.map = map ?? baseMap(source.pointee, frame)
        if let moved { node.pointee.map = node.pointee.map.followed(by: moved) }
        if node.pointee.mover >= 0, let motion = motions[node.pointee.mover] {
            node.pointee.map = node.pointee.map.followed(by: motion)
        }
        (node.pointee.clip, node.pointee.groupClip) = (clip, clip)
        let goesOver =
            (frame.hasTransitions || !transitions.isEmpty)
            && placeTransition(of: index, node, source, frame, clip: clip, alpha: alpha)
        // What covers less covers so as a whole.
        if goesOver { alpha = 1 }
        let own = min(max(source.pointee.opacity, 0), 1)
        isShown = isShown && !source.pointee.traits.contains(.isHidden) && own > 0 && node.pointee.map.isFinite
        node.pointee.hidesInner = false
        guard isShown else {
            forgetKinds(of: index)
            node.pointee.isShown = false
            node.pointee.kind.isTransition = goesOver
            node.pointee.innerClip = .empty
            node.pointee.innerAlpha = 0
            node.pointee.box = .empty
            return
        }
        var paint = paint(node, source, frame)
        if paint.keptScale != nil {
            keptNodes.insert(Int32(index))
            if let kept = keptPaint(of: index, node, source, frame, instead: paint) {
                (paint, node.pointee.paint, node.pointee.hidesInner) = (kept, kept, true)
            }
        } else if !keptNodes.isEmpty {
            keptNodes.remove(Int32(index))
        }
        if paint.tiles != nil {
            tiledNodes.insert(Int32(index))
        } else if !tiledNodes.isEmpty {
            tiledNodes.remove(Int32(index))
        }
        if !paint.isDoubleSided, !node.pointee.map.showsFront(of: source.pointee.bounds) { isShown = false }
        node.pointee.isShown = isShown
        let hasSublayers = source.pointee.end > node.pointee.source + 1 && paint.hasSublayers
        let isGroup =
            !source.pointee.traits.contains(.keepsDepth)
            && (paint.hasMask || !paint.filters.isEmpty || paint.blendMode != .normal
                || paint.castShadow != nil || own < 1 && paint.allowsGroupOpacity && (hasSublayers || paint.count > 1))
        if isGroup {
            let group = SceneGroup(reachOf: paint, node.pointee)
            node.pointee.reachInside += group.blurReach + group.shadowReach
            clip = group.needed(for: clip)
            node.pointee.clip = clip
        }
        var box = PixelBox.empty
        var inner = clip
        if let edge = paint.clip {
            inner = clip.meeting(edge.clipBox(node.pointee.map))
        }
        node.pointee.innerClip = isShown ? inner : .empty
        if isShown { box = paint.box(node.pointee.map, scale).meeting(clip) }
        node.pointee.box = box
        var kind = SceneNode.Kind()
        kind.isTransition = goesOver
        (kind.hasSublayers, kind.isGroup) = (hasSublayers, isGroup)
        if let edge = paint.clip, kind.hasSublayers || !paint.inside.isEmpty {
            kind.clipsByGroup = edge.radius > 0 || !node.pointee.map.isUpright
        }
        kind.hasOver = !paint.over.isEmpty
        kind.hasInside = kind.clipsByGroup && !paint.inside.isEmpty
        kind.hasFront = !paint.under.isEmpty || !kind.hasInside && !paint.inside.isEmpty
        if let replicator = paint.replicator {
            (kind.showings, kind.tint, kind.tintStep) = (replicator.count, replicator.tint, replicator.tintStep)
        }
        kind.z = frame.zPosition(of: source.pointee)
        node.pointee.kind = kind
        node.pointee.alpha = alpha * own
        node.pointee.innerAlpha = kind.isGroup ? 1 : alpha * own
    }

    /// A layer that does not show has neither tiles nor a picture.
    private func forgetKinds(of index: Int) {
        if !tiledNodes.isEmpty { tiledNodes.remove(Int32(index)) }
        if !keptNodes.isEmpty { keptNodes.remove(Int32(index)) }
    }

    /// From what the frame says to pixels.
    func screenMap(_ world: PlaneMap) -> DeviceMap {
        base.map { DeviceMap(world).followed(by: $0.map) } ?? DeviceMap(world, scale: scale)
    }

    /// From a layer's own coordinates to pixels.
    func baseMap(_ node: FrameNode, _ frame: LayerFrame) -> DeviceMap {
        if let base { return DeviceMap(frame.world(of: node)).followed(by: base.map) }
        return node.traits.contains(.isInSpace)
            ? DeviceMap(frame.spaces[Int(node.space)].world, scale: scale) : DeviceMap(node.world, scale: scale)
    }

    /// What a layer paints: that of before, where it still says the same.
    private func paint(
        _ node: UnsafeMutablePointer<SceneNode>, _ source: UnsafePointer<FrameNode>, _ frame: LayerFrame
    ) -> LayerPaint {
        let known = node.pointee.paint?.direct ?? node.pointee.paint
        if let paint = known, !frame.hasAnimatedLook(of: source.pointee),
            paint.isValid(for: source.pointee.layer, source.pointee, isUpward: node.pointee.isUpward, at: frame.time)
        {
            // What was kept may be too large now.
            if node.pointee.paint !== paint { node.pointee.paint = paint }
            return paint
        }
        let paint = LayerPaint(
            source.pointee.layer, FrameLayer(frame: frame, index: Int(node.pointee.source)),
            isUpward: node.pointee.isUpward, cache, after: known)
        node.pointee.paint = paint
        return paint
    }

    /// The pixels that a layer covers wholly and opaquely.
    func opaqueBox(of node: UnsafePointer<SceneNode>) -> PixelBox {
        guard node.pointee.isShown, node.pointee.alpha >= 1, node.pointee.map.isUpright, let paint = node.pointee.paint
        else { return .empty }
        var box = PixelBox.empty
        for case .color(let outline, let color) in paint.under where color.isOpaque {
            let rect = outline.rect.insetBy(dx: 0, dy: outline.radius)
            guard rect.width > 0, rect.height > 0, let bounds = node.pointee.map.bounds(of: rect) else { continue }
            let (low, high) = (bounds.low.rounded(.up), bounds.high.rounded(.down))
            box = PixelBox(around: low, high)
        }
        return box.meeting(node.pointee.clip)
    }

    // MARK: Groups

    /// Finds the pixels of a group whose inner ones are known.
    func measure(_ index: Int32, _ frame: LayerFrame) {
        var group = groups[Int(index)]
        let node = nodes[Int(group.node)]
        var content = PixelBox.empty
        var step = Int(group.begin) + 1
        while step < Int(group.end) {
            let inner = steps[step]
            if inner.kind == .beginGroup {
                let other = groups[Int(inner.group)]
                if other.kind != .mask { content = content.joined(other.box) }
                step = Int(other.end) + 1
                continue
            }
            content = content.joined(
                inner.kind == .front || inner.kind == .inside || inner.kind == .over
                    ? nodes[Int(inner.node)].box : .empty)
            step += 1
        }
        group.content = content
        group.setReach(of: nil, node)
        switch group.kind {
        case .clip:
            group.content = content.meeting(node.innerClip)
            group.box = group.content
        case .mask, .showing: group.box = content
        case .transition: measureTransition(&group, content)
        case .effects:
            if !content.isEmpty { group.setReach(of: node.paint, node) }
            group.box = group.spread(content).meeting(node.groupClip)
            if !node.isShown { group.box = .empty }
        }
        groups[Int(index)] = group
        steps[Int(group.begin)].box = group.box
    }

    /// Finds the pixels of groups in which something has changed, the inner ones first.
    func measure(_ changed: [Int32], _ frame: LayerFrame) {
        var resized: [(group: SceneGroup, former: PixelBox)] = []
        for index in changed {
            let former = groups[Int(index)].box
            measure(index, frame)
            let group = groups[Int(index)]
            if group.box != former, changesAll(group) { resized.append((group, former)) }
        }
        // What is seen of it is known only now, of all that is around it.
        for (group, former) in resized {
            damage(former, in: group.parent)
            damage(group.box, in: group.parent)
        }
    }

    /// Whether a group changes pixels where nothing of it is drawn: then all of it is damage where it becomes another size.
    private func changesAll(_ group: SceneGroup) -> Bool {
        nodes[Int(group.node)].paint?.changesAll == true
            || transitions[group.node]?.former?.nodes.first?.paint?.changesAll == true
    }
}

extension Outline {
    /// The pixels whose middles it leaves: exactly what is seen where it is a rectangle of rows and columns, and more otherwise.
    fileprivate func clipBox(_ map: DeviceMap) -> PixelBox {
        guard rect.size.width > 0, rect.size.height > 0, let bounds = map.bounds(of: rect) else { return .empty }
        return map.isUpright && radius == 0
            ? PixelBox(middlesIn: bounds.low, bounds.high) : PixelBox(around: bounds.low, bounds.high)
    }
}

extension DeviceMap {
    /// Where a direction goes, at the middle of a rectangle.
    func direction(of vector: CGSize, at rect: CGRect) -> SIMD2<Double> {
        guard !isAffine else {
            return SIMD2(
                plane.r0.x * vector.width + plane.r1.x * vector.height,
                plane.r0.y * vector.width + plane.r1.y * vector.height)
        }
        let middle = CGPoint(x: rect.midX, y: rect.midY)
        guard let from = plane(middle), let to = plane(CGPoint(x: middle.x + vector.width, y: middle.y + vector.height))
        else { return .zero }
        return SIMD2(to.x - from.x, to.y - from.y)
    }
}
