internal import Foundation
internal import MainspringAnimation

/// Has ready what a part of a scene is drawn with, before threads draw it.
struct ScenePreparation {
    let scene: Scene
    let drawing: SceneDrawing

    func prepare(_ clip: PixelBox) {
        // Lent for the while, since to take a node out costs as much as to draw a small one.
        scene.nodes.withUnsafeBufferPointer { nodes in
            scene.steps.withUnsafeBufferPointer { steps in
                if let nodes = nodes.baseAddress { prepare(clip, steps, nodes) }
            }
        }
    }

    private func prepare(
        _ clip: PixelBox, _ steps: UnsafeBufferPointer<SceneStep>, _ nodes: UnsafePointer<SceneNode>
    ) {
        var index = 0
        while index < steps.count {
            let step = steps[index]
            guard step.box.meets(clip) else {
                // What a blur brings in from outside is drawn too, so a group is looked at as a whole.
                index = step.kind == .beginGroup ? Int(scene.groups[Int(step.group)].end) + 1 : index + 1
                continue
            }
            switch step.kind {
            case .beginGroup:
                let group = scene.groups[Int(step.group)]
                prepareGround(group, clip)
                if group.blurReach > 0 || group.shadowReach > 0 {
                    for inner in Int(group.begin)...Int(group.end) { prepareWholly(steps[inner], nodes) }
                    index = Int(group.end)
                }
            default: prepare(step, nodes)
            }
            index += 1
        }
    }

    private func prepareWholly(_ step: SceneStep, _ nodes: UnsafePointer<SceneNode>) {
        guard step.kind == .beginGroup else { return prepare(step, nodes) }
        prepareGround(scene.groups[Int(step.group)], .everything)
    }

    private func prepare(_ step: SceneStep, _ nodes: UnsafePointer<SceneNode>) {
        let node = nodes + Int(step.node)
        guard !node.pointee.box.isEmpty, let paint = node.pointee.paint, paint.needsPreparation else { return }
        switch step.kind {
        case .front where node.pointee.inside < 0 && paint.onlyImage != nil:
            if let image = paint.onlyImage { prepare(image, node) }
        case .front:
            for each in paint.under { prepare(each, node) }
            if node.pointee.inside < 0 { for each in paint.inside { prepare(each, node) } }
        case .inside: for each in paint.inside { prepare(each, node) }
        case .over: for each in paint.over { prepare(each, node) }
        case .beginGroup, .endGroup: break
        }
    }

    /// What a group is drawn with beside its steps.
    private func prepareGround(_ group: SceneGroup, _ clip: PixelBox) {
        switch group.kind {
        case .clip:
            if let drawing = scene.nodes[Int(group.node)].paint?.clipDrawing {
                withUnsafePointer(to: scene.nodes[Int(group.node)]) { prepare(.drawing(drawing), $0) }
            }
        case .transition:
            if let former = scene.transitions[group.node]?.former {
                ScenePreparation(scene: former, drawing: drawing).prepare(clip)
            }
        case .effects, .mask, .showing: break
        }
    }

    private func prepare(_ image: ImagePaint, _ node: UnsafePointer<SceneNode>) {
        let texels = image.texels(node.pointee.map)
        // Most that only move show the same picture: what is as large as its pixels needs nothing more than that.
        if image.slot.isReady(in: scene.cache), texels.isMove(scale: 1) { return }
        scene.cache.prepare(image.slot, 1, through: texels)
    }

    private func prepare(_ paint: Paint, _ node: UnsafePointer<SceneNode>) {
        switch paint {
        case .color, .ring: break
        case .tiles(let mosaic, _): mosaic.prepare(node.pointee.map)
        case .particles(let particles):
            for (look, map) in particles.smallest(node.pointee.map) {
                scene.cache.prepare(look.slot, 1, through: look.texels(map))
            }
        case .image(let image): prepare(image, node)
        case .picture(let kept): kept.picture.prepare(through: kept.texels(node.pointee.map), with: drawing)
        case .drawing(let drawing):
            guard !RasterScale.isTooLarge(node.pointee.map, drawing, scene.scale) else {
                // As it is: parts that are made of it have as many pixels as are seen.
                if let source = drawing.source { scene.cache.prepare(source, 1, through: DeviceMap(.identity)) }
                return
            }
            let scale = RasterScale.scale(node.pointee.map, drawing, scene.scale)
            scene.cache.prepare(drawing, scale, through: drawing.texels(node.pointee.map, scale))
        }
    }
}
