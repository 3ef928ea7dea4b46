internal import Foundation
internal import MainspringGraphics

/// The drawing of a layer's tiles, on the thread of the layer, one at a time.
extension CATiledLayer {
    /// So many bytes of tiles a layer keeps, beside those that are to be seen.
    static let standardTileLimit = 64 << 20

    /// Contents that somebody has set make it a layer as any other.
    var showsTiles: Bool { values.look.contents.object == nil }

    private var grid: TileGrid { TileGrid(tileSize: own.tileSize, contentsScale: values.look.contents.scale) }

    /// What was drawn, if the tiles are still of that size.
    private var knownTiles: TileSet? { own.tiles.flatMap { $0.grid == grid ? $0 : nil } }

    /// What is in a rectangle is to be drawn anew; for all of it, infinite. Those that are seen show meanwhile.
    func invalidateTiles(_ rect: CGRect) {
        guard let shown = own.demand?.uses.shown else {
            own.demand = TileDemand()
            own.tiles = TileSet(grid)
            return noteForHost(.values)
        }
        let known = knownTiles ?? TileSet(grid)
        var kept: [TileKey: Tile] = [:]
        for (key, tile) in known.all {
            let isHit = rect.isInfinite || known.grid.rect(of: tile.area, level: key.level).intersects(rect)
            if isHit { staleTiles.insert(key) }
            if !isHit || shown.contains(key) { kept[key] = tile }
        }
        setTiles(TileSet(known.grid, kept))
    }

    /// The tile to be drawn next; nil where all that are to be seen are there.
    var nextTile: TileKey? {
        guard let demand = own.demand, showsTiles else { return nil }
        let (known, grid) = (knownTiles, grid)
        return demand.firstWanted(of: grid) { key in
            guard let area = area(of: key, grid) else { return false }
            guard let tile = known?[key], !staleTiles.contains(key) else { return true }
            // The layer may have become larger.
            return !tile.area.contains(area)
        }
    }

    /// Draws the next tile. Returns whether there was one.
    func drawNextTile() -> Bool {
        guard let key = nextTile, let area = area(of: key, grid) else { return false }
        let (grid, isUpward) = (grid, contentsAreFlipped())
        // Before the call, so that what is changed while it is drawn is drawn again.
        staleTiles.remove(key)
        let image = picture(of: area, at: grid.scale(of: key.level), isUpward: isUpward)
        guard self.grid == grid else { return true }
        var tiles = knownTiles?.all ?? [:]
        let former = tiles[key]
        let duration = Self.usable(type(of: self).fadeDuration())
        // What takes the place of another one is no new thing to appear.
        tiles[key] = Tile(
            image, area, isUpward: isUpward, begin: former?.begin ?? context?.now ?? 0, fade: former?.fade ?? duration)
        forgetTiles(&tiles)
        setTiles(TileSet(grid, tiles))
        return true
    }

    private static func usable(_ duration: Double) -> Double { duration > 0 && duration.isFinite ? duration : 0 }

    /// The pixels of a tile that lie in the layer; nil for none.
    private func area(of key: TileKey, _ grid: TileGrid) -> TileArea? {
        let bounds = values.geometry.bounds
        guard let whole = TileArea(around: bounds, scale: grid.scale(of: key.level)) else { return nil }
        let area = grid.area(of: key).meeting(whole)
        return area.isEmpty ? nil : area
    }

    private func picture(of area: TileArea, at scale: Double, isUpward: Bool) -> CGImage? {
        let bitmap = DeferredBitmap(
            width: area.width, height: area.height, isOpaque: values.look.rendering.isOpaque)
        let context = CGContext(engine: bitmap)
        if !isUpward {
            context.translateBy(x: 0, y: CGFloat(area.height))
            context.scaleBy(x: 1, y: -1)
        }
        context.translateBy(x: -CGFloat(area.left), y: -CGFloat(area.top))
        context.scaleBy(x: scale, y: scale)
        draw(in: context)
        return bitmap.makeImage()
    }

    /// Forgets those that nobody has seen for the longest time, where there are too many; and of what is to be drawn anew whatever nobody
    /// sees any more.
    private func forgetTiles(_ tiles: inout [TileKey: Tile]) {
        guard let demand = own.demand else { return }
        var size = tiles.values.reduce(0) { $0 + $1.byteCount }
        guard size > tileLimit || !staleTiles.isEmpty else { return }
        let uses = demand.uses
        for key in staleTiles where !uses.shown.contains(key) {
            staleTiles.remove(key)
            size -= tiles.removeValue(forKey: key)?.byteCount ?? 0
        }
        guard size > tileLimit else { return }
        let unseen = tiles.keys.filter { !uses.shown.contains($0) }.map { (use: uses.last[$0] ?? 0, key: $0) }
        for (_, key) in unseen.sorted(by: { ($0.use, $0.key) < ($1.use, $1.key) }) {
            size -= tiles.removeValue(forKey: key)?.byteCount ?? 0
            if size <= tileLimit { return }
        }
    }

    private func setTiles(_ tiles: TileSet) {
        own.tiles = tiles
        staleTiles = staleTiles.filter { tiles[$0] != nil }
        noteForHost(.tiles)
    }
}
