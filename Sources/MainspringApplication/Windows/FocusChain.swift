internal import MainspringAnimation

/// The layers that keys can be led to, in the order of the tree, each before those inside it.
enum FocusChain {
    static func layers(in root: CALayer) -> [CALayer] {
        var found: [CALayer] = []
        // Without recursion, since layers may be nested more deeply than a stack is.
        var left = [root]
        while let layer = left.popLast() {
            if layer.isHidden { continue }
            if layer.effectiveEventHandler?.layerAcceptsFocus(layer) == true { found.append(layer) }
            left.append(contentsOf: (layer.sublayers ?? []).reversed())
        }
        return found
    }

    /// The one after or before another, round about; the first or last where that one is none of them.
    static func next(to layer: CALayer?, in root: CALayer, isBackwards: Bool) -> CALayer? {
        let chain = layers(in: root)
        guard !chain.isEmpty else { return nil }
        guard let place = chain.firstIndex(where: { $0 === layer }) else {
            return isBackwards ? chain.last : chain.first
        }
        return chain[(place + (isBackwards ? chain.count - 1 : 1)) % chain.count]
    }
}
