internal import MainspringAnimation

/// Makes the list of a scene's steps, by a list of what is to be done: a deep tree needs no deep stack.
struct SceneListing {
    private let scene: Scene
    private let frame: LayerFrame
    private var actions: [Action] = []
    /// Those that have begun, each in the one before.
    private var open: [Int32] = []

    private enum Action {
        case layer(Int)
        case step(SceneStep.Kind, Int)
        case begin(SceneGroup.Kind, Int)
        case end
    }

    init(_ scene: Scene, _ frame: LayerFrame) { (self.scene, self.frame) = (scene, frame) }

    consuming func run() {
        guard !frame.nodes.isEmpty else { return }
        var listing = self
        listing.actions = [.layer(0)]
        while let action = listing.actions.popLast() { listing.perform(action) }
    }

    private mutating func perform(_ action: Action) {
        switch action {
        case .layer(let index): add(index)
        case .step(let kind, let index): addStep(kind, index)
        case .begin(let kind, let index):
            let group = Int32(scene.groups.count)
            scene.groups.append(
                SceneGroup(kind: kind, node: Int32(index), parent: open.last ?? -1, begin: Int32(scene.steps.count)))
            scene.steps.append(SceneStep(box: .empty, kind: .beginGroup, node: Int32(index), group: group))
            switch kind {
            case .effects: scene.nodes[index].group = group
            case .clip: scene.nodes[index].clipGroup = group
            case .mask: if let outer = open.last { scene.groups[Int(outer)].mask = group }
            }
            open.append(group)
        case .end:
            guard let group = open.popLast() else { return }
            scene.groups[Int(group)].end = Int32(scene.steps.count)
            scene.steps.append(
                SceneStep(box: .empty, kind: .endGroup, node: scene.groups[Int(group)].node, group: group))
        }
    }

    private func addStep(_ kind: SceneStep.Kind, _ index: Int) {
        let step = Int32(scene.steps.count)
        scene.steps.append(SceneStep(box: .empty, kind: kind, node: Int32(index)))
        switch kind {
        case .front: scene.nodes[index].front = step
        case .inside: scene.nodes[index].inside = step
        case .over: scene.nodes[index].over = step
        case .beginGroup, .endGroup: break
        }
    }

    private mutating func add(_ index: Int) {
        let kind = scene.nodes[index].kind
        note(index)
        var next: [Action] = []
        if kind.isGroup { next.append(.begin(.effects, index)) }
        if kind.hasFront { next.append(.step(.front, index)) }
        if kind.clipsByGroup { next.append(.begin(.clip, index)) }
        if kind.hasInside { next.append(.step(.inside, index)) }
        if kind.hasSublayers { next += sublayers(of: index).map { .layer($0) } }
        if kind.clipsByGroup { next.append(.end) }
        if kind.hasOver { next.append(.step(.over, index)) }
        let mask = frame.nodes[index].layer.mask
        if kind.isGroup, mask >= 0, frame.indices[Int(mask)] >= 0 {
            next += [.begin(.mask, index), .layer(Int(frame.indices[Int(mask)])), .end]
        }
        if kind.isGroup { next.append(.end) }
        actions.append(contentsOf: next.reversed())
    }

    private func note(_ index: Int) {
        scene.nodes[index].outerGroup = open.last ?? -1
        scene.nodes[index].rank = Int32(scene.order.count)
        scene.order.append(Int32(index))
    }

    /// From back to front; those in layers that keep depth by their depth, with those that are in such layers among them.
    private func sublayers(of index: Int) -> [Int] {
        let children = frame.sublayers(of: index)
        guard frame.nodes[index].traits.contains(.keepsDepth) else { return children }
        var spread: [Int] = []
        var rest = Array(children.reversed())
        while let child = rest.popLast() {
            let kind = scene.nodes[child].kind
            guard frame.nodes[child].traits.contains(.keepsDepth), !kind.hasFront, !kind.hasOver, !kind.clipsByGroup
            else {
                spread.append(child)
                continue
            }
            note(child)
            rest.append(contentsOf: frame.sublayers(of: child).reversed())
        }
        return spread.enumerated().map { (offset: $0.offset, node: $0.element, depth: frame.depth(of: $0.element)) }
            .sorted { ($0.depth, $0.offset) < ($1.depth, $1.offset) }.map(\.node)
    }
}
