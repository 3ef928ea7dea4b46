internal import Mainspring

/// Layers that are drawn tile by tile.
extension LayerContext {
    /// A layer was published: it is one of them from now on, or was until now.
    func noteTiles(of layer: CALayer) {
        if let tiled = layer.tiled, let demand = tiled.own.demand {
            tiledLayers[layer.hostPlace] = tiled
            demand.follow(tileDrawing)
        } else if !tiledLayers.isEmpty {
            tiledLayers[layer.hostPlace] = nil
        }
    }

    /// After a commit: whatever it has changed, there may be tiles to be drawn, and by the thread that has committed.
    func askForTiles() {
        guard !tiledLayers.isEmpty else { return }
        tileDrawing.follow(CFRunLoopGetCurrent())
        if tiledLayers.values.contains(where: { $0.context === self && $0.nextTile != nil }) { tileDrawing.send() }
    }

    /// Draws one tile, and asks for the next. On the loop of the thread that committed last; where another one has the tree, that one is
    /// going to commit, and asks.
    func drawNextTile() {
        guard owner == 0 || owner == TransactionStack.current.id else { return }
        // In an order that is always the same; who draws may change the tree.
        for (_, layer) in tiledLayers.sorted(by: { $0.key < $1.key }) where layer.context === self {
            if layer.drawNextTile() { return tileDrawing.send() }
        }
    }
}
