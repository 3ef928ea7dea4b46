/// The tiles of a layer that have been drawn, as they were published: constant.
package final class TileSet: Sendable {
    package let grid: TileGrid
    let all: [TileKey: Tile]
    /// When all of them show wholly, in seconds of the host's clock.
    package let end: Double
    /// The coarsest and the finest level that there is any of.
    package let levels: ClosedRange<Int>?

    package init(_ grid: TileGrid, _ tiles: [TileKey: Tile] = [:]) {
        (self.grid, all) = (grid, tiles)
        var end = -Double.infinity
        var levels: ClosedRange<Int>?
        for (key, tile) in tiles {
            end = max(end, tile.end)
            levels = min(levels?.lowerBound ?? key.level, key.level)...max(levels?.upperBound ?? key.level, key.level)
        }
        (self.end, self.levels) = (end, levels)
    }

    package subscript(key: TileKey) -> Tile? { all[key] }

    /// Those that show otherwise than in another set at another time, in an order that is always the same, with where they are; nil for all.
    func differences(at time: Double, from former: TileSet, at formerTime: Double) -> [(key: TileKey, area: TileArea)]?
    {
        guard grid == former.grid else { return nil }
        if self === former, min(time, formerTime) >= end { return [] }
        var found: [(key: TileKey, area: TileArea)] = []
        for (key, tile) in all {
            let was = former.all[key]
            if was === tile, tile.part(at: time) == tile.part(at: formerTime) { continue }
            found.append((key, tile.area))
            if let was, was !== tile { found.append((key, was.area)) }
        }
        if self !== former {
            for (key, tile) in former.all where all[key] == nil { found.append((key, tile.area)) }
        }
        return found.sorted { $0.key < $1.key }
    }
}
