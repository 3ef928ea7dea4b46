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
                prepareClip(group)
                if group.blurReach > 0 || group.shadowReach > 0 {
                    for inner in Int(group.begin)...Int(group.end) { prepare(scene.steps[inner]) }
                    index = Int(group.end)
                }
            default: prepare(step)
            }
            index += 1
        }
    }

    private func prepare(_ step: SceneStep) {
        if step.kind == .beginGroup { return prepareClip(scene.groups[Int(step.group)]) }
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

    private func prepareClip(_ group: SceneGroup) {
        let node = scene.nodes[Int(group.node)]
        if group.kind == .clip, let drawing = node.paint?.clipDrawing { prepare(.drawing(drawing), node) }
    }

    private func prepare(_ paint: Paint, _ node: SceneNode) {
        switch paint {
        case .color, .ring: break
        case .particles(let particles):
            for look in particles.looks {
                if let look { scene.cache.prepare(look.slot, 1, through: look.texels(node.map)) }
            }
        case .image(let image): scene.cache.prepare(image.slot, 1, through: image.texels(node.map))
        case .drawing(let drawing):
            guard !RasterScale.isTooLarge(node.map, drawing, scene.scale) else { return }
            let scale = RasterScale.scale(node.map, drawing, scene.scale)
            scene.cache.prepare(drawing, scale, through: drawing.texels(node.map, scale))
        }
    }
}
