internal import Mainspring

/// Layers that are drawn anew in each frame, because an animation changes what their contents depend on.
extension LayerContext {
    /// Whether a layer is one of them.
    enum Redrawing { case isNone, goesOn, isOver }

    /// A layer was published: whether it is one of them from now on, or was until now.
    func noteRedrawing(_ layer: CALayer, _ published: RenderLayer?) -> Redrawing {
        guard layer.isWatched else { return .isNone }
        if published?.animations?.courses.contains(where: { layer.draws($0.key) }) ?? false {
            redrawn[layer.hostPlace] = layer
            return .goesOn
        }
        return redrawn.removeValue(forKey: layer.hostPlace) == nil ? .isNone : .isOver
    }

    /// A frame was made. On the loop of the thread that committed last; where another one has the tree, or is to have
    /// it, that one is going to commit, and frames follow.
    func redrawAnimated() {
        guard loop?.isCurrent ?? false, owner == 0 || owner == TransactionStack.current.id else { return }
        // In an order that is always the same; who draws may change the tree.
        for (_, layer) in redrawn.sorted(by: { $0.key < $1.key }) where layer.context === self { layer.drawAsShown() }
    }
}
