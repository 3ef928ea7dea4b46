internal import Foundation

/// Taking over a tree that was published.
extension LayerFrame {
    /// The frame of a tree at a time: what `update` would give, from nothing.
    convenience init(_ tree: RenderTree, at time: Double) {
        self.init()
        update(to: tree, at: time)
    }

    /// Becomes the frame of a tree at a time; the damage is what differs from what it was.
    func update(to newTree: RenderTree, at time: Double) {
        region.removeAll()
        changed.removeAll(keepingCapacity: true)
        take(newTree)
        let isEarlier = time < self.time
        self.time = time
        evaluate(looksBack: isEarlier)
        place()
    }

    /// Takes the tree.
    private func take(_ newTree: RenderTree) {
        let old = tree
        if old.root != newTree.root || nodes.isEmpty && newTree.root >= 0 {
            return rebuild(newTree)
        }
        var places: [Int32] = []
        for page in 0..<max(old.pages.count, newTree.pages.count) {
            let before = page < old.pages.count ? old.pages[page] : nil
            let after = page < newTree.pages.count ? newTree.pages[page] : nil
            if before === after { continue }
            for slot in 0..<RenderTree.pageSize {
                let was = before?.layers[slot]
                let new = after?.layers[slot]
                if was === new { continue }
                let place = Int32(page * RenderTree.pageSize + slot)
                guard let was, let new, was.children == new.children, was.mask == new.mask,
                    was.keepsDepth == new.keepsDepth, Int(place) < indices.count, indices[Int(place)] >= 0
                else {
                    // One that is new, gone, or in no tree, or has others inside it.
                    return rebuild(newTree)
                }
                places.append(place)
            }
        }
        tree = newTree
        guard !places.isEmpty else { return }
        var retimed = false
        for place in places {
            guard let layer = newTree[place] else { continue }
            let index = Int(indices[Int(place)])
            retimed = retimed || nodes[index].layer.timing != layer.timing
            replace(layer, at: index)
        }
        animated.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        for index in nodes.indices { prepare(index) }
        if retimed { retime() }
        for place in places { mark(indices[Int(place)], [.look, .place]) }
        changed.sort()
    }

    private func replace(_ layer: RenderLayer, at index: Int) {
        nodes[index].layer = layer
        nodes[index].geometry = layer.values.geometry
        nodes[index].opacity = Double(layer.values.opacity)
        nodes[index].nextNotice = -.infinity
    }

    /// Makes room for a node's animated values.
    private func prepare(_ index: Int) {
        nodes[index].values = -1
        let layer = nodes[index].layer
        guard let animations = layer.animations, !animations.courses.isEmpty || !layer.records.isEmpty else {
            guard !layer.records.isEmpty else { return }
            animated.append(Int32(index))
            return
        }
        animated.append(Int32(index))
        nodes[index].values = Int32(values.count)
        for _ in animations.courses { values.append(.nothing) }
    }

    /// Finds the order of the nodes; what was and is no more, or lies elsewhere, is damage.
    private func rebuild(_ newTree: RenderTree) {
        let former = nodes
        let formerIndices = indices
        nodes.removeAll(keepingCapacity: true)
        animated.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        indices = ContiguousArray(repeating: -1, count: newTree.capacity)
        let oldTree = tree
        tree = newTree
        append(newTree.root)
        changes = ContiguousArray(repeating: [], count: nodes.count)
        changed.removeAll(keepingCapacity: true)
        for index in nodes.indices { prepare(index) }
        retime()

        // Where each was, and whether it looks the same; what is new or behind another one now is painted again.
        for (index, node) in nodes.enumerated() {
            let place = Int(node.place)
            let formerIndex = place < formerIndices.count ? formerIndices[place] : -1
            guard formerIndex >= 0, former[Int(formerIndex)].layer === node.layer else {
                mark(Int32(index), [.look, .place])
                continue
            }
            let was = former[Int(formerIndex)]
            nodes[index].box = was.box
            nodes[index].world = was.world
            nodes[index].clip = was.clip
            nodes[index].geometry = was.geometry
            nodes[index].opacity = was.opacity
            nodes[index].totalOpacity = was.totalOpacity
            nodes[index].isShown = was.isShown
            if was.space >= 0 || was.isMask != node.isMask { mark(Int32(index), [.look, .place]) }
        }
        for was in former {
            let place = Int(was.place)
            let index = place < indices.count ? indices[place] : -1
            if index < 0 || nodes[Int(index)].layer !== was.layer { region.add(was.box) }
        }
        markMoves(former, formerIndices)
        withExtendedLifetime(oldTree) {}
    }

    /// Those whose superlayer is another one, or whose superlayer has others in it now.
    private func markMoves(_ former: ContiguousArray<FrameNode>, _ formerIndices: ContiguousArray<Int32>) {
        for index in nodes.indices where nodes[index].parent >= 0 {
            let node = nodes[index]
            let place = Int(node.place)
            let was = place < formerIndices.count ? formerIndices[place] : -1
            guard was >= 0 else { continue }
            let formerParent = former[Int(was)].parent
            let isSame =
                formerParent >= 0 && former[Int(formerParent)].place == nodes[Int(node.parent)].place
                && former[Int(formerParent)].layer.children == nodes[Int(node.parent)].layer.children
            if !isSame { mark(Int32(index), [.look, .place]) }
        }
        changed.sort()
    }

    /// A layer and those inside it, by a list of what is to be done: a deep tree needs no deep stack.
    private func append(_ root: Int32) {
        struct Step {
            let place: Int32
            let parent: Int32
            let isMask: Bool
            /// The node whose end has come, instead of a layer.
            let closes: Int32
        }
        var steps = [Step(place: root, parent: -1, isMask: false, closes: -1)]
        while let step = steps.popLast() {
            if step.closes >= 0 {
                nodes[Int(step.closes)].end = Int32(nodes.count)
                continue
            }
            guard let layer = tree[step.place], indices[Int(step.place)] < 0 else { continue }
            let index = Int32(nodes.count)
            indices[Int(step.place)] = index
            nodes.append(
                FrameNode(
                    layer: layer, place: step.place, parent: step.parent, isMask: step.isMask,
                    geometry: layer.values.geometry, opacity: Double(layer.values.opacity)))
            steps.append(Step(place: -1, parent: -1, isMask: false, closes: index))
            for child in layer.children.reversed() {
                steps.append(Step(place: child, parent: index, isMask: false, closes: -1))
            }
            if layer.mask >= 0 { steps.append(Step(place: layer.mask, parent: index, isMask: true, closes: -1)) }
        }
    }

    /// Finds the way from the host's time to each layer's, and when it has something to tell.
    private func retime() {
        for index in nodes.indices {
            let own = nodes[index].layer.timing
            let parent = nodes[index].parent
            nodes[index].time = parent >= 0 ? nodes[Int(parent)].time.appending(own) : own
            nodes[index].nextNotice = -.infinity
        }
    }

    /// Something of a node has changed.
    @inline(__always)
    func mark(_ index: Int32, _ change: FrameChange) {
        if changes[Int(index)].isEmpty { changed.append(index) }
        changes[Int(index)].formUnion(change)
    }
}
