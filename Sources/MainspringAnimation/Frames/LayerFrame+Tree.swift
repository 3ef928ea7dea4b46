/// Taking over a tree that was published.
extension LayerFrame {
    /// The frame of a tree at a time: what `update` would give, from nothing.
    /// - Parameter hostTime: The host's time, where the frame's is a layer's own.
    convenience init(_ tree: RenderTree, at time: Double, hostTime: Double? = nil) {
        self.init()
        self.hostTime = hostTime
        update(to: tree, at: time)
    }

    /// Becomes the frame of a tree at a time; the damage is what differs from what it was.
    func update(to newTree: RenderTree, at time: Double) {
        beginUpdate()
        take(newTree)
        let looksBack = time < self.time
        self.time = time
        evaluate(looksBack: looksBack)
        continueMoving()
        evaluateTransitions()
        place()
        damageTransitions()
        damageTiles()
    }

    /// Takes the tree: where no layer has come, gone or moved, those alone that were published anew.
    private func take(_ newTree: RenderTree) {
        guard tree.root == newTree.root, newTree.root < 0 || !nodes.isEmpty,
            let places = replacements(in: newTree)
        else { return rebuild(newTree) }
        let former = tree
        tree = newTree
        var (isRetimed, continues) = (false, false)
        var readopted: [Int] = []
        for place in places {
            guard let layer = newTree[place] else { continue }
            let index = Int(indices[Int(place)])
            if layer.differsInTilesAlone(from: nodes[index].layer) {
                // What is animated stays so; ``damageTiles()`` finds what shows otherwise.
                nodes[index].layer = layer
                continue
            }
            isRetimed = isRetimed || nodes[index].layer.timing != layer.timing
            continues = continues || Self.continues(nodes[index].layer, layer)
            let animations = nodes[index].layer.animations
            let (was, spread) = (nodes[index].layer, nodes[index].traits.contains(.spreads))
            nodes[index].replace(layer)
            if spread || nodes[index].traits.contains(.spreads) { noteSpreading(of: was, layer) }
            if layer.animations === animations {
                if rebase(index) { readopted.append(index) }
            } else {
                readopt(index)
                readopted.append(index)
            }
            changes.mark(Int32(index), [.look, .place])
        }
        if continues { findContinuing() }
        if isRetimed { retimeAll() } else { retime(readopted) }
        tidyAnimations()
        withExtendedLifetime(former) {}
    }

    /// The places of the layers that were published anew; nil if others are there, or in another order.
    private func replacements(in newTree: RenderTree) -> [Int32]? {
        var places: [Int32] = []
        var isSame = true
        newTree.forEachDifference(from: tree) { place, was, new in
            guard let was, let new, new.isPlaced(as: was), indices[Int(place)] >= 0 else {
                isSame = false
                return false
            }
            places.append(place)
            return true
        }
        return isSame ? places : nil
    }

    /// Finds the order of the nodes; what was and is no more, or lies elsewhere, is damage.
    private func rebuild(_ newTree: RenderTree) {
        noteRebuilt()
        let former = (nodes: nodes, indices: indices, clips: clips, tree: tree)
        nodes.removeAll(keepingCapacity: true)
        indices = ContiguousArray(repeating: -1, count: newTree.capacity)
        tree = newTree
        append(newTree.root)
        changes = FrameChanges(nodes: nodes.count)
        mostTouched = 2 * nodes.count
        spaces.removeAll(keepingCapacity: true)
        clips = []
        adoptAll()
        retimeAll()
        findContinuing()

        func formerNode(_ place: Int32) -> FrameNode? {
            guard Int(place) < former.indices.count, former.indices[Int(place)] >= 0 else { return nil }
            return former.nodes[Int(former.indices[Int(place)])]
        }
        for index in nodes.indices {
            let node = nodes[index]
            let outer = node.parent >= 0 ? nodes[Int(node.parent)].spread : -1
            nodes[index].spread = node.traits.contains(.spreads) ? Int32(index) : outer
            guard let was = formerNode(node.place), was.layer === node.layer else {
                changes.mark(Int32(index), [.look, .place])
                continue
            }
            nodes[index].take(over: was)
            if was.ownClip >= 0 {
                nodes[index].ownClip = Int32(clips.count)
                clips.append(former.clips[Int(was.ownClip)])
            }
            if node.parent >= 0 {
                let outer = nodes[Int(node.parent)]
                nodes[index].clip = outer.traits.contains(.clips) ? node.parent : outer.clip
            }
            let isSame: Bool
            if node.parent >= 0, was.parent >= 0 {
                // In another superlayer, or in another order, it may show elsewhere or be covered by others.
                let (outer, formerOuter) = (nodes[Int(node.parent)], former.nodes[Int(was.parent)])
                isSame = outer.place == formerOuter.place && outer.layer.isPlaced(as: formerOuter.layer)
            } else {
                isSame = node.parent == was.parent
            }
            if !isSame, was.spread >= 0 { region.add(Self.everywhere) }
            if !isSame || was.traits.contains(.isInSpace)
                || was.traits.contains(.isMask) != node.traits.contains(.isMask)
            {
                changes.mark(Int32(index), [.look, .place])
            }
        }
        for was in former.nodes {
            let index = Int(was.place) < indices.count ? indices[Int(was.place)] : -1
            guard index < 0 || nodes[Int(index)].layer !== was.layer else { continue }
            region.add(was.box)
            // How far it was seen nobody knows any more.
            if was.spread >= 0 { region.add(Self.everywhere) }
        }
        withExtendedLifetime(former.tree) {}
    }

    /// A layer and those inside it, by a list of what is to be done: a deep tree needs no deep stack.
    private func append(_ root: Int32) {
        struct Step {
            let place: Int32
            let parent: Int32
            let isMask: Bool
            /// The node whose end has come, instead of a layer.
            var closes: Int32 = -1
        }
        var steps = [Step(place: root, parent: -1, isMask: false)]
        while let step = steps.popLast() {
            if step.closes >= 0 {
                nodes[Int(step.closes)].end = Int32(nodes.count)
                continue
            }
            guard let layer = tree[step.place], indices[Int(step.place)] < 0 else { continue }
            let index = Int32(nodes.count)
            indices[Int(step.place)] = index
            nodes.append(FrameNode(layer, place: step.place, parent: step.parent, isMask: step.isMask))
            steps.append(Step(place: -1, parent: -1, isMask: false, closes: index))
            for child in layer.children.reversed() {
                steps.append(Step(place: child, parent: index, isMask: false))
            }
            if layer.mask >= 0 { steps.append(Step(place: layer.mask, parent: index, isMask: true)) }
        }
    }
}
