internal import Foundation

/// Tiles that come, go and appear by and by.
extension LayerFrame {
    /// What a layer has shown.
    struct ShownTiles {
        let tiles: TileSet
        let time: Double
    }

    /// The instant that tiles are shown at, in seconds of the host's clock.
    package var tileTime: Double { hostTime ?? time }

    /// Adds to the damage what tiles show otherwise. All is placed.
    func damageTiles() {
        if tiled.isEmpty, shownTiles.isEmpty { return }
        let former = shownTiles
        shownTiles.removeAll(keepingCapacity: true)
        for index in tiled {
            let place = nodes[Int(index)].place
            guard let tiles = nodes[Int(index)].layer.tiling?.tiles else { continue }
            shownTiles[place] = ShownTiles(tiles: tiles, time: tileTime)
            let was = former[place] ?? ShownTiles(tiles: TileSet(tiles.grid), time: tileTime)
            guard let differences = tiles.differences(at: tileTime, from: was.tiles, at: was.time) else {
                damage(nodes[Int(index)].box, of: index)
                continue
            }
            if differences.isEmpty { continue }
            let node = nodes[Int(index)]
            guard !node.traits.contains(.isInSpace), node.world.keepsShapes else {
                damage(node.box, of: index)
                continue
            }
            for (key, area) in differences {
                let box = node.world.box(of: tiles.grid.rect(of: area, level: key.level))
                // A pixel of the screen is mixed of what is around it.
                damage(box.insetBy(dx: -Self.blending, dy: -Self.blending).meeting(node.box), of: index)
            }
        }
    }

    /// So many points, of at least half a pixel each, reaches what a pixel of a picture changes on the screen, where that is not pressed flat.
    private static let blending = 4.0

    /// Adds what a layer changes, there and where it is seen by what is done around it.
    private func damage(_ box: CGRect, of index: Int32) {
        touch(index..<index + 1)
        guard !box.isNull else { return }
        region.add(box)
        guard nodes[Int(index)].spread >= 0 else { return }
        nodes.withUnsafeMutableBufferPointer { nodes in
            guard let first = nodes.baseAddress else { return }
            spread(first + Int(index), box, box, uncut: box, among: first)
        }
    }
}

extension AffineMap {
    /// Whether it makes all directions longer by the same.
    fileprivate var keepsShapes: Bool {
        let (a, b, both) = ((x * x).sum(), (y * y).sum(), (x * y).sum())
        return abs(a - b) <= 1e-6 * a && abs(both) <= 1e-6 * a
    }
}
