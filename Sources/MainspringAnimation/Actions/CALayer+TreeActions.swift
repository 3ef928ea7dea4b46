/// What is done about changes of the tree, beside the changes themselves.
extension CALayer {
    /// Changes the sublayers or the mask: the action is looked for, the tree changes, the action is run.
    ///
    /// Once, where the change brings others of the same kind about.
    final func changeTree(_ key: LayerKey, _ body: () -> Void) {
        guard isWatched, changingTree != key else { return body() }
        let action = actionForChange(key.rawValue)
        let outer = changingTree
        changingTree = key
        body()
        changingTree = outer
        finishChange(key.rawValue, action)
    }

    /// Puts one sublayer in the place of another, with the action for transitions.
    final func changeByTransition(_ body: () -> Void) {
        let action = isSeen ? actionForChange(kCATransition) : nil
        body()
        action?.run(forKey: kCATransition, object: self, arguments: nil)
    }

    /// Whether the layer is in the tree of a host, with somebody in that tree who may have an action.
    final var isSeen: Bool {
        guard let context, context.hasWatchedLayers else { return false }
        return context.contains(self)
    }

    /// Whether a layer that is to come inside this one only changes its place in the same tree.
    final func isMove(of layer: CALayer) -> Bool {
        guard let context, layer.context === context else { return false }
        return layer.isSeen && isSeen
    }

    /// Takes a layer out of where it is, for a place inside this one; returns whether it only changes its place.
    final func fetch(_ layer: CALayer) -> Bool {
        let isMove = isMove(of: layer)
        layer.isMoving = isMove
        layer.leaveFormerPlace()
        layer.isMoving = false
        return isMove
    }

    /// The layer and those in it came into the tree that they are in; if that is one of a host, they begin to be seen.
    final func noteArrival() {
        if isSeen { runInTree(kCAOnOrderIn) }
    }

    /// The layer and those in it, which were in the tree of a host, left it.
    final func noteDeparture() { runInTree(kCAOnOrderOut) }

    final func setHidden(_ isHidden: Bool) {
        guard isHidden != values.isHidden else { return noteSame(LayerKey.hidden.rawValue) }
        change(.hidden) { $0.isHidden = isHidden }
        guard isWatched, isSeen, !TransactionStack.current.disablesActions else { return }
        runAction(isHidden ? kCAOnOrderOut : kCAOnOrderIn)
    }

    private final func runInTree(_ event: String) {
        guard !TransactionStack.current.disablesActions else { return }
        if tree.children.isEmpty, tree.mask == nil {
            if isWatched, !values.isHidden { runAction(event) }
            return
        }
        // Collected first, since who is called may change the tree.
        for layer in watchedLayers { layer.runAction(event) }
    }

    private final func runAction(_ event: String) {
        action(forKey: event)?.run(forKey: event, object: self, arguments: nil)
    }

    /// This layer and those in it, the outer ones first, that are not hidden and may have actions.
    private final var watchedLayers: [CALayer] {
        var found: [CALayer] = []
        // A tree may be deeper than a stack.
        var waiting = [self]
        while let next = waiting.popLast() {
            if next.isWatched, !next.values.isHidden { found.append(next) }
            next.tree.mask.map { waiting.append($0) }
            waiting.append(contentsOf: next.tree.children.reversed())
        }
        return found
    }
}
