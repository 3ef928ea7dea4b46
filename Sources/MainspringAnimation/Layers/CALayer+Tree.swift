internal import Diagnostics

extension CALayer {
    func replace(_ oldLayer: CALayer, by newLayer: CALayer) {
        guard oldLayer !== newLayer else { return }
        guard oldLayer.tree.parent === self, tree.children.contains(where: { $0 === oldLayer }) else {
            report("Mainspring: a layer is to be replaced that is not a sublayer; nothing is. Ask its superlayer.")
            return
        }
        changeByTransition {
            changeTree(.sublayers) {
                insert(newLayer) { Self.place(of: oldLayer, in: $0, offset: 0) ?? $0.count }
                if newLayer.tree.parent === self { oldLayer.removeFromSuperlayer() }
            }
        }
    }

    func leave() {
        guard let parent = tree.parent else { return }
        let wasSeen = !isMoving && isSeen
        var hasLeft = false
        parent.changeTree(parent.tree.mask === self ? .mask : .sublayers) {
            // Who was asked for the action may have taken it out.
            guard tree.parent === parent else { return }
            hasLeft = true
            parent.noteForHost(.tree)
            context?.noteStray(self)
            tree.parent = nil
            if parent.tree.mask === self {
                parent.tree.mask = nil
            } else {
                parent.tree.children.removeAll { $0 === self }
                parent.invalidateLayout()
            }
        }
        if hasLeft, wasSeen { noteDeparture() }
    }

    func setSublayers(_ layers: [CALayer]) {
        var gone: [CALayer] = []
        var come: [CALayer] = []
        changeTree(.sublayers) {
            let wasSeen = isSeen
            var seen: Set<ObjectIdentifier> = []
            let wanted = layers.filter { accepts($0) && seen.insert(ObjectIdentifier($0)).inserted }
            let former = tree.children
            // Before the others leave, since it may be in one of them.
            for child in wanted where child.tree.parent !== self || tree.mask === child {
                if !fetch(child), context != nil { come.append(child) }
            }
            for child in former where !seen.contains(ObjectIdentifier(child)) {
                child.tree.parent = nil
                context?.noteStray(child)
                if wasSeen { gone.append(child) }
            }
            tree.children = wanted
            for child in wanted {
                child.tree.parent = self
                context?.enter(child)
            }
            noteForHost(.tree)
            invalidateLayout()
        }
        for layer in gone { layer.noteDeparture() }
        for layer in come { layer.noteArrival() }
    }

    func setMask(_ layer: CALayer?) {
        guard layer !== tree.mask else { return }
        if let layer, !accepts(layer) { return }
        var gone: CALayer?
        var come: CALayer?
        changeTree(.mask) {
            if isWatched, let layer, !accepts(layer) { return }
            noteForHost(.tree)
            if let former = tree.mask {
                if isSeen { gone = former }
                former.tree.parent = nil
                context?.noteStray(former)
            }
            tree.mask = nil
            guard let layer else { return }
            if !fetch(layer) { come = layer }
            tree.mask = layer
            layer.tree.parent = self
            context?.enter(layer)
        }
        gone?.noteDeparture()
        come?.noteArrival()
    }

    func insert(_ layer: CALayer, at place: ([CALayer]) -> Int) {
        guard accepts(layer) else { return }
        var hasCome = false
        changeTree(.sublayers) {
            // Who was asked for the action may have changed the tree.
            guard !isWatched || accepts(layer) else { return }
            hasCome = !fetch(layer)
            tree.children.insert(layer, at: place(tree.children))
            layer.tree.parent = self
            noteForHost(.tree)
            context?.enter(layer)
            invalidateLayout()
        }
        if hasCome { layer.noteArrival() }
    }

    /// Out of the superlayer, or out of the host whose outermost layer it is.
    final func leaveFormerPlace() {
        removeFromSuperlayer()
        context?.release(root: self)
    }

    static func place(of sibling: CALayer?, in layers: [CALayer], offset: Int) -> Int? {
        guard let sibling else { return nil }
        if let index = layers.firstIndex(where: { $0 === sibling }) { return index + offset }
        report("Mainspring: a layer is to be inserted beside one that is not a sublayer; it is put at the end.")
        return nil
    }

    /// A layer cannot be inside itself.
    private func accepts(_ layer: CALayer) -> Bool {
        // What has nothing inside cannot have this one inside.
        if layer !== self, layer.tree.children.isEmpty, layer.tree.mask == nil { return true }
        var ancestor: CALayer? = self
        while let current = ancestor {
            if current === layer {
                report(
                    "Mainspring: \(layer) is to be put inside itself, as sublayer or mask of \(self); it is left where it is."
                )
                return false
            }
            ancestor = current.tree.parent
        }
        return true
    }

    /// The layer that is in no other.
    final var root: CALayer {
        var layer = self
        while let parent = layer.tree.parent { layer = parent }
        return layer
    }
}
