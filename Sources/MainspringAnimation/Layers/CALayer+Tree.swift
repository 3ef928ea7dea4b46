extension CALayer {
    func replace(_ oldLayer: CALayer, by newLayer: CALayer) {
        guard oldLayer !== newLayer else { return }
        guard index(of: oldLayer) != nil else {
            return TreeRefusal.tell(
                self, oldLayer,
                "\(oldLayer.nameInSentences) is to be replaced in \(nameInSentences), of which it is no sublayer; nothing is done. "
                    + "Ask its superlayer.")
        }
        changeByTransition {
            changeTree(.sublayers) {
                insert(newLayer) { $0.place(of: oldLayer, offset: 0) ?? $0.tree.children.count }
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
            if parent.tree.mask === self {
                parent.tree.mask = nil
            } else {
                if let index = parent.index(of: self) { parent.tree.children.remove(at: index) }
                parent.invalidateLayout()
            }
            leaveParent()
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
                child.leaveParent()
                context?.noteStray(child)
                if wasSeen { gone.append(child) }
            }
            tree.children = wanted
            tree.searched = 0
            for (index, child) in wanted.enumerated() {
                child.come(inside: self)
                child.tree.lastIndex = index
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
                former.leaveParent()
                context?.noteStray(former)
            }
            tree.mask = nil
            guard let layer else { return }
            if !fetch(layer) { come = layer }
            tree.mask = layer
            layer.come(inside: self)
            context?.enter(layer)
        }
        gone?.noteDeparture()
        come?.noteArrival()
    }

    /// Costs a search where the place is beside a sublayer, see ``index(of:)``, and moves the references behind it, 8
    /// bytes each.
    /// - Parameter place: Asked of this layer, after the other one has left its former place.
    func insert(_ layer: CALayer, at place: (CALayer) -> Int) {
        guard accepts(layer) else { return }
        var hasCome = false
        changeTree(.sublayers) {
            // Who was asked for the action may have changed the tree.
            guard !isWatched || accepts(layer) else { return }
            hasCome = !fetch(layer)
            let index = place(self)
            tree.children.insert(layer, at: index)
            layer.come(inside: self)
            layer.tree.lastIndex = index
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

    func place(of sibling: CALayer?, offset: Int) -> Int? {
        guard let sibling else { return nil }
        if let index = index(of: sibling) { return index + offset }
        TreeRefusal.tell(
            self, sibling,
            "A layer is to be inserted into \(nameInSentences) beside \(sibling.nameInSentences), which is no sublayer of it; it is "
                + "put at an end.")
        return nil
    }

    /// Where a sublayer stands; nil for a layer that is none.
    ///
    /// Looked for where it stood last, at both ends, and then outwards from where it stood. When such searches have
    /// come to as much as looking through all, all are told where they stand: so n sublayers are found, and taken out,
    /// in any order with n √n steps.
    func index(of child: CALayer) -> Int? {
        let count = tree.children.count
        guard child.tree.parent === self, tree.mask !== child, count > 0 else { return nil }
        let last = min(child.tree.lastIndex, count - 1)
        if tree.children[last] === child { return last }
        if tree.children[0] === child { return 0 }
        if tree.children[count - 1] === child { return count - 1 }
        var distance = 1
        while distance < count {
            if last >= distance, tree.children[last - distance] === child { return found(child, -distance, from: last) }
            if last + distance < count, tree.children[last + distance] === child {
                return found(child, distance, from: last)
            }
            distance += 1
        }
        return nil
    }

    private func found(_ child: CALayer, _ distance: Int, from last: Int) -> Int {
        tree.searched += abs(distance)
        child.tree.lastIndex = last + distance
        if tree.searched > tree.children.count { tellPlaces() }
        return last + distance
    }

    private func tellPlaces() {
        tree.searched = 0
        for (index, child) in tree.children.enumerated() { child.tree.lastIndex = index }
    }

    private func come(inside parent: CALayer) {
        LayerSurroundings.change(of: self)
        tree.parent = parent
        LayoutPass.unsettle(self)
    }

    /// The layer is in no other any more.
    final func leaveParent() {
        LayerSurroundings.change(of: self)
        tree.parent = nil
    }

    /// A layer cannot be inside itself.
    private func accepts(_ layer: CALayer) -> Bool {
        // What has nothing inside cannot have this one inside, nor what is in another tree.
        if layer !== self, layer.tree.children.isEmpty && layer.tree.mask == nil || layer.root != root { return true }
        var ancestor: CALayer? = self
        while let current = ancestor {
            if current === layer {
                TreeRefusal.tell(
                    self, layer,
                    "\(layer.nameInSentences) is to be put inside itself, as sublayer or mask of \(nameInSentences); it is left where "
                        + "it is.")
                return false
            }
            ancestor = current.tree.parent
        }
        return true
    }

    /// The layer that is in no other, around this one, to be compared with others.
    final var root: ObjectIdentifier {
        if LayerSurroundings.isDeep(self) {
            return LayerSurroundings.find(of: self, \.root, outside: nil) { $1 ?? ObjectIdentifier($0) }
                ?? ObjectIdentifier(self)
        }
        var layer = self
        while let parent = layer.tree.parent { layer = parent }
        return ObjectIdentifier(layer)
    }
}
