internal import CPixels
internal import MainspringAnimation
internal import MainspringGraphics

/// Layers whose pictures go over into others.
extension ScenePass {
    /// Draws what a layer showed and what it shows, each on clear ground or one over the other, and puts that over what is behind the layer.
    mutating func drawTransition(_ group: SceneGroup, on canvas: Canvas, _ seen: PixelBox) {
        guard let transition = scene.transitions[group.node], !seen.isEmpty else { return }
        let steps = Int(group.begin) + 1..<Int(group.end)
        let content = seen.meeting(group.content)
        let pass = self
        memory.withCanvas(seen) { ground in
            var inner = pass
            switch transition.look.kind {
            case .fade:
                inner.drawFormer(of: transition, on: ground, seen)
                pass.memory.withCanvas(seen) { new in
                    inner.draw(steps, on: new, content)
                    pixels_mix(
                        ground.pixels, ground.stride, new.pixels, new.stride,
                        UInt32((transition.look.progress * 255).rounded()), seen.width, seen.height)
                }
            case .moveIn, .push:
                inner.drawFormer(of: transition, on: ground, seen)
                inner.draw(steps, on: ground, content)
            case .reveal:
                inner.draw(steps, on: ground, content)
                inner.drawFormer(of: transition, on: ground, seen)
            }
            if let edge = transition.edge { inner.cut(ground, by: edge, transition.look.map, seen) }
            inner.put(
                ground, UInt32((transition.look.alpha * 255).rounded()), blendMode(group, transition), on: canvas, seen)
        }
    }

    private func drawFormer(of transition: SceneTransition, on canvas: Canvas, _ clip: PixelBox) {
        guard let former = transition.former else { return }
        var pass = inside(former)
        pass.draw(former.steps.indices, on: canvas, clip)
    }

    /// As the layer says now, or as it said before it was hidden.
    private func blendMode(_ group: SceneGroup, _ transition: SceneTransition) -> CGBlendMode {
        for node in [scene.nodes[Int(group.node)], transition.former?.nodes.first] {
            if let node, node.isShown, let paint = node.paint { return paint.blendMode }
        }
        return .normal
    }
}
