extension CALayer {
    /// What the layer does for its layout where no delegate does it.
    func layOutByManager() { layout.manager?.layoutSublayers(of: self) }

    func invalidateLayout() {
        guard !layout.isNeeded else { return }
        layout.isNeeded = true
        LayoutPass.unsettle(self)
        noteForHost(.preparation)
        layout.manager?.invalidateLayout(of: self)
    }

    /// All layers of the tree that this one is in.
    private var layerCount: Int {
        var outermost = self
        while let parent = outermost.tree.parent { outermost = parent }
        var count = 0
        var waiting = [outermost]
        while let next = waiting.popLast() {
            count += 1
            waiting.append(contentsOf: next.tree.children)
        }
        return count
    }

    /// From the outermost layer to this one, and then what is in it; each that needs it, once.
    func layOutIfNeeded() {
        var pass = context.map { LayoutPass(of: $0.layerCount) } ?? LayoutPass(of: 0, orOf: { self.layerCount })
        pass.layOutChain(to: self)
        pass.layOutTree(in: self)
    }
}
