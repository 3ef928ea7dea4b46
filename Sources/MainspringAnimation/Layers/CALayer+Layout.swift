extension CALayer {
    /// Whether the layer asked for layout and did not get it yet.
    public func needsLayout() -> Bool { layout.isNeeded }

    /// What the layer does for its layout where no delegate does it.
    func layOutByManager() { layout.manager?.layoutSublayers(of: self) }

    func invalidateLayout() {
        guard !layout.isNeeded else { return }
        layout.isNeeded = true
        noteForHost(.preparation)
        layout.manager?.invalidateLayout(of: self)
    }

    /// From the outermost layer to this one, and then what is in it; each that needs it, once.
    ///
    /// A layer that asks for layout again while it is laid out gets it the next time: so this ends.
    func layOutIfNeeded() {
        layOutChain()
        for child in tree.children { child.layOutTree() }
    }

    /// From the outermost layer to this one.
    func layOutChain() {
        guard isOuterLayoutNeeded else { return layOutAlone() }
        var chain: [CALayer] = [self]
        while let parent = chain[chain.count - 1].tree.parent { chain.append(parent) }
        for layer in chain.reversed() { layer.layOutAlone() }
    }

    /// Whether one of the layers around this one needs layout.
    private var isOuterLayoutNeeded: Bool {
        var layer = tree.parent
        while let current = layer {
            if current.layout.isNeeded { return true }
            layer = current.tree.parent
        }
        return false
    }

    private func layOutTree() {
        layOutAlone()
        for child in tree.children { child.layOutTree() }
    }

    private func layOutAlone() {
        guard layout.isNeeded else { return }
        layout.isNeeded = false
        layoutSublayers()
    }
}
