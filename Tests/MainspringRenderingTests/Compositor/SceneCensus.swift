import Foundation
import MainspringAnimation
import MainspringGraphics

@testable import MainspringRendering

/// In how many pictures something is seen.
struct SceneCensus: Sendable {
    private(set) var pictures: [String: Int] = [:]

    /// What must be seen, and in how many pictures at least.
    static let wanted: [(String, Int)] = {
        var wanted: [(String, Int)] = [
            ("blur", 20), ("blur in a mask", 3), ("filter of colours", 20), ("shadow of a shape", 20),
            ("shadow of what is seen", 20), ("blend mode", 20), ("perspective", 20), ("showing in space", 5),
            ("earlier showing", 5), ("mask in a mask", 3), ("group opacity", 20),
        ]
        for (name, _) in classes { wanted += [("layer \(name)", 20), ("mask \(name)", 3)] }
        for name in ["effects", "clip", "mask", "showing", "transition"] { wanted.append(("group \(name)", 20)) }
        for name in ["fade", "moveIn", "push", "reveal"] { wanted.append(("transition \(name)", 3)) }
        return wanted + LayerCensus.wanted
    }()

    private static let classes: [(name: String, has: @Sendable (CALayer.Type) -> Bool)] = [
        ("shape", { $0 is CAShapeLayer.Type }), ("gradient", { $0 is CAGradientLayer.Type }),
        ("text", { $0 is CATextLayer.Type }), ("replicator", { $0 is CAReplicatorLayer.Type }),
        ("emitter", { $0 is CAEmitterLayer.Type }), ("scroll", { $0 is CAScrollLayer.Type }),
        ("tiled", { $0 is CATiledLayer.Type }), ("transform", { $0 is CATransformLayer.Type }),
        ("plain", { _ in true }),
    ]

    /// Counts the picture of a tree.
    mutating func count(_ scene: Scene, of root: CALayer) {
        var seen: Set<String> = []
        note(scene, &seen)
        LayerCensus.note(root, &seen)
        for name in seen { pictures[name, default: 0] += 1 }
    }

    private func note(_ scene: Scene, _ seen: inout Set<String>) {
        for node in scene.nodes where node.isShown {
            if let paint = node.paint { note(node, paint, scene, &seen) }
        }
        if scene.clones.areInSpace { seen.insert("showing in space") }
        if scene.clones.hasEarlier { seen.insert("earlier showing") }
        for group in scene.groups where group.box.meets(scene.bounds) { note(group, scene, &seen) }
    }

    private func note(_ node: SceneNode, _ paint: LayerPaint, _ scene: Scene, _ seen: inout Set<String>) {
        guard let name = Self.classes.first(where: { $0.has(paint.layer.type) })?.name else { return }
        // These show what is in them.
        let isAround = ["replicator", "transform", "scroll"].contains(name) && !paint.layer.children.isEmpty
        guard isAround || node.box.meets(scene.bounds) else { return }
        seen.insert("layer \(name)")
        if Self.isInMask(node.outerGroup, scene) { seen.insert("mask \(name)") }
        if !node.map.isAffine { seen.insert("perspective") }
        if paint.blendMode != .normal { seen.insert("blend mode") }
        if paint.castShadow != nil { seen.insert("shadow of what is seen") }
        for case .drawing(let drawing) in paint.under where drawing is ShadowTexture {
            seen.insert("shadow of a shape")
        }
        for case .colorMatrix in paint.filters { seen.insert("filter of colours") }
    }

    private func note(_ group: SceneGroup, _ scene: Scene, _ seen: inout Set<String>) {
        seen.insert("group \(group.kind)")
        if group.blurReach > 0 {
            seen.insert("blur")
            if Self.isInMask(group.parent, scene) { seen.insert("blur in a mask") }
        }
        switch group.kind {
        case .mask: if Self.isInMask(group.parent, scene) { seen.insert("mask in a mask") }
        case .effects: if scene.nodes[Int(group.node)].alpha < 1 { seen.insert("group opacity") }
        case .transition:
            guard let transition = scene.transitions[group.node] else { break }
            seen.insert("transition \(transition.look.kind)")
            if let former = transition.former { note(former, &seen) }
        case .clip, .showing: break
        }
    }

    /// Whether a group is a mask, or in one.
    private static func isInMask(_ group: Int32, _ scene: Scene) -> Bool {
        var group = group
        while group >= 0 {
            if scene.groups[Int(group)].kind == .mask { return true }
            group = scene.groups[Int(group)].parent
        }
        return false
    }
}
