internal import Foundation

/// Has ready what a part of a scene is drawn with, before threads draw it.
struct ScenePreparation {
    let scene: Scene

    func prepare(_ clip: PixelBox) {
        var index = 0
        while index < scene.steps.count {
            let step = scene.steps[index]
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
                    for inner in Int(group.begin)...Int(group.end) { prepareWholly(scene.steps[inner]) }
                    index = Int(group.end)
                }
            default: prepare(step)
            }
            index += 1
        }
    }

    private func prepareWholly(_ step: SceneStep) {
        guard step.kind == .beginGroup else { return prepare(step) }
        prepareGround(scene.groups[Int(step.group)], .everything)
    }

    private func prepare(_ step: SceneStep) {
        let node = scene.nodes[Int(step.node)]
        guard !node.box.isEmpty, let paint = node.paint else { return }
        switch step.kind {
        case .front:
            for each in paint.under { prepare(each, node) }
            if node.inside < 0 { for each in paint.inside { prepare(each, node) } }
        case .inside: for each in paint.inside { prepare(each, node) }
        case .over: for each in paint.over { prepare(each, node) }
        case .beginGroup, .endGroup: break
        }
    }

    /// What a group is drawn with beside its steps.
    private func prepareGround(_ group: SceneGroup, _ clip: PixelBox) {
        switch group.kind {
        case .clip:
            let node = scene.nodes[Int(group.node)]
            if let drawing = node.paint?.clipDrawing { prepare(.drawing(drawing), node) }
        case .transition:
            if let former = scene.transitions[group.node]?.former { ScenePreparation(scene: former).prepare(clip) }
        case .effects, .mask, .showing: break
        }
    }

    private func prepare(_ paint: Paint, _ node: SceneNode) {
        switch paint {
        case .color, .ring: break
        case .tiles(let mosaic, _): mosaic.prepare(node.map)
        case .particles(let particles):
            for (look, map) in particles.smallest(node.map) {
                scene.cache.prepare(look.slot, 1, through: look.texels(map))
            }
        case .image(let image): scene.cache.prepare(image.slot, 1, through: image.texels(node.map))
        case .drawing(let drawing):
            guard !RasterScale.isTooLarge(node.map, drawing, scene.scale) else { return }
            let scale = RasterScale.scale(node.map, drawing, scene.scale)
            scene.cache.prepare(drawing, scale, through: drawing.texels(node.map, scale))
        }
    }
}
