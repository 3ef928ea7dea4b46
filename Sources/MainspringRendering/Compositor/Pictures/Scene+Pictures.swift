internal import MainspringAnimation

/// Layers that are kept as pictures.
extension Scene {
    /// What a layer paints that is to be kept as a picture; nil where it is drawn as any other.
    /// - Parameter direct: What it paints then.
    func keptPaint(
        of index: Int, _ node: UnsafePointer<SceneNode>, _ source: UnsafePointer<FrameNode>, _ frame: LayerFrame,
        instead direct: LayerPaint
    ) -> LayerPaint? {
        guard keepsPictures, let scale = direct.keptScale else { return nil }
        let key = pictureKey(of: index, source.pointee)
        var known = pictures[key]
        if known?.scale != scale { known = KeptPicture(scale: scale, in: self) }
        pictures[key] = known
        guard let known else { return nil }
        known.update(to: Int(node.pointee.source), of: frame, isUpward: node.pointee.isUpward, instead: direct)
        guard let paint = known.paint else { return nil }
        if hasRoom(&known.share) { return paint }
        known.forget()
        return nil
    }

    /// The picture that a layer which is to be kept is drawn by, or would be if there were room; nil for one that is too large.
    func picture(of index: Int, _ frame: LayerFrame) -> KeptPicture? {
        let picture = pictures[pictureKey(of: index, frame.nodes[Int(nodes[index].source)])]
        return picture?.paint == nil ? nil : picture
    }

    /// The layers that are to be kept in which some nodes have changed, or in which something goes on.
    /// - Parameter changed: In order.
    func keepers(of changed: [Int32], _ frame: LayerFrame) -> [Int] {
        guard !keptNodes.isEmpty else { return [] }
        let keepers = keptNodes.filter { index in
            guard index < clones.first else { return false }
            let end = frame.nodes[Int(index)].end
            var (low, high) = (0, changed.count)
            while low < high {
                let middle = (low + high) / 2
                if changed[middle] > index { high = middle } else { low = middle + 1 }
            }
            if low < changed.count, changed[low] < end { return true }
            return !pictures.isEmpty && pictures[pictureKey(of: Int(index), frame.nodes[Int(index)])]?.goesOn == true
        }
        return keepers.sorted().map(Int.init)
    }

    /// Lets go of pictures that no layer shows any more.
    func forgetPictures(_ frame: LayerFrame) {
        guard !pictures.isEmpty else { return }
        var used: Set<KeptPicture.Key> = []
        for index in keptNodes.lazy.map(Int.init) {
            used.insert(pictureKey(of: index, frame.nodes[Int(nodes[index].source)]))
        }
        pictures = pictures.filter { used.contains($0.key) }
    }

    private func pictureKey(of index: Int, _ source: FrameNode) -> KeptPicture.Key {
        KeptPicture.Key(place: source.place, delay: clones.clone(index)?.delay ?? 0)
    }
}
