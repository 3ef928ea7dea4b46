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

    /// From the outermost layer to this one, and then what is in it; each that needs it, once.
    func layOutIfNeeded() {
        var pass = LayoutPass()
        pass.layOutChain(to: self)
        pass.layOutTree(in: self)
    }
}
