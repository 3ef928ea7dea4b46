internal import CPixels
internal import Diagnostics
internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Draws a part of a scene. Each thread has one of its own; the scene does not change meanwhile.
struct ScenePass {
    let scene: Scene
    let memory: ScratchMemory
    /// Groups inside each other.
    private var depth = 0

    /// Groups that lie deeper are drawn as if they were none, and told: the stack is not endless.
    static let deepest = 64
    private static let complaints = OnceLog<String>(ending: "No further complaints about groups are written.")

    init(_ scene: Scene, _ memory: ScratchMemory) { (self.scene, self.memory) = (scene, memory) }

    /// The same for a scene that is drawn as a part of this one.
    func inside(_ other: Scene) -> ScenePass {
        var pass = ScenePass(other, memory)
        pass.depth = depth
        return pass
    }

    /// Draws steps, which are whole groups and what is between them, on some pixels.
    mutating func draw(_ range: Range<Int>, on canvas: Canvas, _ clip: PixelBox) {
        // Lent for the while, since to take a node out costs as much as to draw a small one.
        scene.nodes.withUnsafeBufferPointer { nodes in
            scene.steps.withUnsafeBufferPointer { steps in
                guard let nodes = nodes.baseAddress else { return }
                draw(range, steps, nodes, on: canvas, clip)
            }
        }
    }

    private mutating func draw(
        _ range: Range<Int>, _ steps: UnsafeBufferPointer<SceneStep>, _ nodes: UnsafePointer<SceneNode>,
        on canvas: Canvas, _ clip: PixelBox
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let step = steps[index]
            guard step.box.meets(clip) else {
                index = step.kind == .beginGroup ? Int(scene.groups[Int(step.group)].end) + 1 : index + 1
                continue
            }
            switch step.kind {
            case .front:
                let node = nodes + Int(step.node)
                guard let paint = node.pointee.paint else { break }
                if node.pointee.inside < 0, let image = paint.onlyImage {
                    draw(image, node, on: canvas, clip.meeting(node.pointee.innerClip))
                    break
                }
                draw(paint.under, node, on: canvas, clip.meeting(node.pointee.clip))
                if node.pointee.inside < 0 {
                    draw(paint.inside, node, on: canvas, clip.meeting(node.pointee.innerClip))
                }
            case .inside:
                let node = nodes + Int(step.node)
                draw(node.pointee.paint?.inside ?? [], node, on: canvas, clip.meeting(node.pointee.innerClip))
            case .over:
                let node = nodes + Int(step.node)
                draw(node.pointee.paint?.over ?? [], node, on: canvas, clip.meeting(node.pointee.clip))
            case .beginGroup:
                let group = scene.groups[Int(step.group)]
                if depth < Self.deepest {
                    drawGroup(group, on: canvas, clip.meeting(group.box))
                    index = Int(group.end)
                } else {
                    tellDepth()
                    // What is in it comes next, one after the other; but a mask shows nothing itself.
                    if group.kind == .mask { index = Int(group.end) }
                }
            case .endGroup: break
            }
            index += 1
        }
    }

    // MARK: Groups

    private func tellDepth() {
        Self.complaints.write(
            "depth",
            """
            Layers with masks, round edges, filters, shadows or an opacity of their own lie in each other more than \(Self.deepest) deep; those \
            further inside are drawn without these. Nest fewer.
            """)
    }

    private mutating func drawGroup(_ group: SceneGroup, on canvas: Canvas, _ seen: PixelBox) {
        let steps = Int(group.begin) + 1..<(group.mask >= 0 ? Int(scene.groups[Int(group.mask)].begin) : Int(group.end))
        depth += 1
        defer { depth -= 1 }
        if group.kind == .transition { return drawTransition(group, on: canvas, seen) }
        guard group.hasShadow else {
            return withContent(of: group, steps, for: seen) { inner, ground in
                inner.finish(group, ground, on: canvas, seen)
            }
        }
        let pass = self
        memory.withCanvas(seen) { shadowed in
            var inner = pass
            inner.drawWithShadow(group, steps, on: shadowed, seen)
            inner.finish(group, shadowed, on: canvas, seen)
        }
    }

    /// Draws what is in a group, and what its filters make of that, so that some pixels are right.
    private func withContent(
        of group: SceneGroup, _ steps: Range<Int>, for seen: PixelBox, _ body: (inout ScenePass, Canvas) -> Void
    ) {
        let needed = seen.grown(by: group.blurReach)
        let content = needed.meeting(group.content)
        // What a blur brings beyond it is blurred again by each of its running means.
        let blurred = needed.meeting(group.content.grown(by: group.blurReach))
        let pass = self
        memory.withCanvas(blurred.joined(seen)) { ground in
            var inner = pass
            inner.draw(steps, on: ground, content)
            if group.kind == .effects {
                inner.applyFilters(of: scene.nodes[Int(group.node)], group, ground, for: seen)
            }
            body(&inner, ground)
        }
    }

    /// Draws a group's shadow, and the group over it.
    private func drawWithShadow(_ group: SceneGroup, _ steps: Range<Int>, on shadowed: Canvas, _ seen: PixelBox) {
        let node = scene.nodes[Int(group.node)]
        // Where what throws it lies, which may be far away, and where a blur's running means bring it.
        let thrown = seen.moved(-group.shadowX, -group.shadowY).grown(by: group.shadowReach)
            .meeting(group.content.grown(by: group.blurReach + group.shadowReach))
        if !thrown.isEmpty, let shadow = node.paint?.castShadow {
            withContent(of: group, steps, for: thrown) { inner, ground in
                inner.drawShadow(shadow, group, node, of: ground, on: shadowed)
            }
        }
        withContent(of: group, steps, for: seen) { _, ground in
            pixels_over(
                shadowed.pixels, shadowed.stride, ground.at(seen.left, seen.top), ground.stride, 255, seen.width,
                seen.height)
        }
    }

    /// Puts a group over what is behind it.
    private mutating func finish(_ group: SceneGroup, _ ground: Canvas, on canvas: Canvas, _ seen: PixelBox) {
        let node = scene.nodes[Int(group.node)]
        guard let paint = node.paint, !seen.isEmpty else { return }
        switch group.kind {
        case .mask, .transition: break
        case .showing:
            tint(ground, group.tint)
            put(ground, 255, .normal, on: canvas, seen)
        case .clip:
            if let drawn = paint.clipDrawing {
                cut(ground, by: drawn, node, seen)
            } else if let edge = paint.clip {
                cut(ground, by: edge, node.map, seen)
            }
            put(ground, 255, .normal, on: canvas, seen)
        case .effects:
            cutByMask(group.mask, ground, seen)
            put(ground, UInt32((node.alpha * 255).rounded()), paint.blendMode, on: canvas, seen)
        }
    }

    private mutating func cutByMask(_ mask: Int32, _ ground: Canvas, _ seen: PixelBox) {
        guard mask >= 0 else { return }
        let group = scene.groups[Int(mask)]
        let pass = self
        memory.withCanvas(seen) { cover in
            var inner = pass
            inner.draw(Int(group.begin) + 1..<Int(group.end), on: cover, seen.meeting(group.content))
            pixels_cut_by(
                ground.at(seen.left, seen.top), ground.stride, cover.pixels, cover.stride, seen.width, seen.height)
        }
    }

    private func cut(_ ground: Canvas, by drawn: DrawnTexture, _ node: SceneNode, _ seen: PixelBox) {
        memory.withCanvas(seen) { cover in
            draw(drawn, 255, node.map, on: cover, seen)
            pixels_cut_by(
                ground.at(seen.left, seen.top), ground.stride, cover.pixels, cover.stride, seen.width, seen.height)
        }
    }

    func cut(_ ground: Canvas, by edge: Outline, _ map: DeviceMap, _ seen: PixelBox) {
        let target = ground.at(seen.left, seen.top)
        if let placed = PlacedShape(edge, map, asBox: false) {
            var shape = placed.shape
            pixels_cut_by_shape(
                target, ground.stride, &shape, Int64(seen.left), Int64(seen.top), seen.width, seen.height)
        } else {
            for y in 0..<seen.height { memset(target + y * ground.stride, 0, 4 * seen.width) }
        }
    }

    func put(_ ground: Canvas, _ alpha: UInt32, _ mode: CGBlendMode, on canvas: Canvas, _ seen: PixelBox) {
        guard mode == .normal else { return blend(ground, alpha, mode, on: canvas, seen) }
        pixels_over(
            canvas.at(seen.left, seen.top), canvas.stride, ground.at(seen.left, seen.top), ground.stride, alpha,
            seen.width,
            seen.height)
    }
}
