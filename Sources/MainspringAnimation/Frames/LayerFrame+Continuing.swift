internal import Foundation

/// What changes with time although nothing in it is animated now: particles, tiles that appear, and a replicator's later
/// showings.
extension LayerFrame {
    /// Seconds by which a showing is behind at most: what is later does not go on.
    private static let longestDelay = 3600.0

    /// Finds the layers that go on.
    func findContinuing() {
        emitters.removeAll(keepingCapacity: true)
        delay = 0
        tiled.removeAll(keepingCapacity: true)
        for index in nodes.indices {
            guard let own = nodes[index].layer.ownOfClass else { continue }
            if own is TilingValues { tiled.append(Int32(index)) }
            if let emitter = own as? EmitterValues, emitter.emitterCells?.isEmpty == false {
                emitters.append((node: Int32(index), time: .nan))
            } else if let replicator = own as? ReplicatorValues, replicator.instanceDelay != 0 {
                // One inside another is behind by both.
                delay += abs(replicator.instanceDelay) * Double(max(replicator.instanceCount - 1, 0))
            }
        }
        delay = delay.isFinite ? min(delay, Self.longestDelay) : Self.longestDelay
    }

    /// Whether another version of a layer makes it necessary to look for them.
    static func continues(_ layer: RenderLayer, _ other: RenderLayer) -> Bool {
        func goesOn(_ layer: RenderLayer) -> Bool {
            layer.ownOfClass is EmitterValues || layer.ownOfClass is ReplicatorValues
                || layer.ownOfClass is TilingValues
        }
        return goesOn(layer) || goesOn(other)
    }

    /// Marks what goes on, after the animations were evaluated.
    func continueMoving() {
        for place in emitters.indices {
            let local = localTime(of: Int(emitters[place].node))
            guard local != emitters[place].time else { continue }
            emitters[place].time = local
            changes.mark(emitters[place].node, .look)
            isMoving = true
        }
        for index in tiled {
            if let tiles = nodes[Int(index)].layer.tiling?.tiles, tileTime < tiles.end { isMoving = true }
        }
        guard delay > 0 else { return }
        if isMoving || time < lastMotion { lastMotion = time }
        guard time - lastMotion <= delay else { return }
        isMoving = true
        region.add(Self.everywhere)
    }

    /// Seconds as they pass in a layer.
    package func localTime(of index: Int) -> Double { timings(of: index).reduce(time) { $1.local($0) } }

    /// How time runs in a layer and in those around it, each seen from the one around it, from the outermost on.
    func timings(of index: Int) -> [TimeMap] {
        var maps: [TimeMap] = []
        var next = Int32(index)
        while next >= 0 {
            maps.append(nodes[Int(next)].layer.timing)
            next = nodes[Int(next)].parent
        }
        return maps.reversed()
    }

    /// Makes a copy what the tree is some seconds earlier.
    package func update(_ copy: LayerFrame, earlierBy delay: Double) { copy.update(to: tree, at: time - delay) }

    /// A frame of the same tree, some seconds earlier.
    package func makeCopy(earlierBy delay: Double) -> LayerFrame { LayerFrame(tree, at: time - delay) }
}
