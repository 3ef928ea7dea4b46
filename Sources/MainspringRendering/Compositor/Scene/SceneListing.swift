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
        /// A layer of the frame that a replicator shows once more, or one that is in such a one.
        case clone(source: Int, parent: Int, replicator: Int, number: Int)
        case step(SceneStep.Kind, Int)
        case begin(SceneGroup.Kind, Int)
        /// A showing whose colours are changed.
        case beginShowing(Int, SIMD4<Float>)
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
        case .clone(let source, let parent, let replicator, let number):
            if let index = scene.addClone(of: source, in: parent, replicator: replicator, number: number, frame) {
                add(index)
            }
        case .step(let kind, let index): addStep(kind, index)
        case .beginShowing(let index, let tint):
            perform(.begin(.showing, index))
            scene.groups[scene.groups.count - 1].tint = tint
        case .begin(let kind, let index):
            let group = Int32(scene.groups.count)
            scene.groups.append(
                SceneGroup(kind: kind, node: Int32(index), parent: open.last ?? -1, begin: Int32(scene.steps.count)))
            scene.steps.append(SceneStep(box: .empty, kind: .beginGroup, node: Int32(index), group: group))
            switch kind {
            case .effects: scene.nodes[index].group = group
            case .clip: scene.nodes[index].clipGroup = group
            case .showing: break
            case .transition: scene.nodes[index].transitionGroup = group
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
        if kind.isTransition { next.append(.begin(.transition, index)) }
        if kind.isGroup { next.append(.begin(.effects, index)) }
        if kind.hasFront { next.append(.step(.front, index)) }
        if kind.clipsByGroup { next.append(.begin(.clip, index)) }
        if kind.hasInside { next.append(.step(.inside, index)) }
        if kind.hasSublayers { next += sublayers(of: index) }
        if kind.clipsByGroup { next.append(.end) }
        if kind.hasOver { next.append(.step(.over, index)) }
        let mask = frame.nodes[Int(scene.nodes[index].source)].layer.mask
        if kind.isGroup, scene.nodes[index].paint?.hasMask == true, mask >= 0, frame.indices[Int(mask)] >= 0 {
            let inner = Int(frame.indices[Int(mask)])
            next += [.begin(.mask, index), self.inner(inner, of: index), .end]
        }
        if kind.isGroup { next.append(.end) }
        if kind.isTransition { next.append(.end) }
        actions.append(contentsOf: next.reversed())
    }

    private func note(_ index: Int) {
        scene.nodes[index].outerGroup = open.last ?? -1
        scene.nodes[index].rank = Int32(scene.order.count)
        scene.order.append(Int32(index))
    }

    /// A layer inside of one: a clone if that is one.
    private func inner(_ source: Int, of index: Int) -> Action {
        index < scene.clones.first ? .layer(source) : .clone(source: source, parent: index, replicator: -1, number: -1)
    }

    /// What is inside of a layer, as often as it shows it.
    private func sublayers(of index: Int) -> [Action] {
        let node = scene.nodes[index]
        if node.paint?.replicator != nil, frame.nodes[Int(node.source)].traits.contains(.keepsDepth) {
            return showingsByDepth(of: index)
        }
        let sources = sorted(in: index)
        guard node.paint?.replicator != nil else { return sources.map { inner($0, of: index) } }
        var actions: [Action] = []
        for number in 0..<node.kind.showings {
            let tint = node.paint?.replicator?.tint(number) ?? SIMD4(repeating: 1)
            let isTinted = tint != SIMD4(repeating: 1)
            if isTinted { actions.append(.beginShowing(index, tint)) }
            actions += sources.map {
                number == 0
                    ? inner($0, of: index) : .clone(source: $0, parent: index, replicator: index, number: number)
            }
            if isTinted { actions.append(.end) }
        }
        return actions
    }

    /// From back to front; those in layers that keep depth by their depth.
    private func sorted(in index: Int) -> [Int] {
        let source = Int(scene.nodes[index].source)
        let children = frame.sublayers(of: source)
        guard frame.nodes[source].traits.contains(.keepsDepth) else { return children }
        let clone = scene.clones.clone(index)
        let (own, moved) = (scene.clones.frame(clone?.delay ?? 0, of: frame), clone?.inSpace ?? .identity)
        return children.enumerated().map {
            (offset: $0.offset, node: $0.element, depth: own.depth(of: $0.element, moved: moved))
        }.sorted { ($0.depth, $0.offset) < ($1.depth, $1.offset) }.map(\.node)
    }

    /// What is inside of a replicator that keeps depth: all of its showings by their depth, each with its own colours.
    private func showingsByDepth(of index: Int) -> [Action] {
        let node = scene.nodes[index]
        let children = frame.sublayers(of: Int(node.source))
        let clone = scene.clones.clone(index)
        var all: [(depth: Double, offset: Int, number: Int, source: Int)] = []
        for number in 0..<node.kind.showings {
            let delay = (clone?.delay ?? 0) + (node.paint?.replicator?.delay ?? 0) * Double(number)
            let own = scene.clones.frame(delay, of: frame)
            let moved = scene.stepInSpace(of: index, number, frame) ?? .identity
            for source in children {
                all.append((own.depth(of: source, moved: moved), all.count, number, source))
            }
        }
        return all.sorted { ($0.depth, $0.offset) < ($1.depth, $1.offset) }.flatMap { showing -> [Action] in
            let action =
                showing.number == 0
                ? inner(showing.source, of: index)
                : Action.clone(source: showing.source, parent: index, replicator: index, number: showing.number)
            let tint = node.paint?.replicator?.tint(showing.number) ?? SIMD4(repeating: 1)
            return tint == SIMD4(repeating: 1) ? [action] : [.beginShowing(index, tint), action, .end]
        }
    }
}
