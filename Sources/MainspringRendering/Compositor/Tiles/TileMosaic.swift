internal import Foundation
internal import MainspringAnimation

/// What a layer that is drawn in tiles shows, as one picture: those that are seen, side by side, so that none has an edge of its own.
///
/// A function of what is seen, of the tiles that there are, and of the time.
final class TileMosaic {
    /// A tile, or a part of one, and how much of it shows in parts of 255.
    struct Piece: Equatable {
        let tile: Tile
        let key: TileKey
        let part: Int

        static func == (left: Piece, right: Piece) -> Bool { left.tile === right.tile && left.part == right.part }
    }

    /// The place of a tile, and what there is to be shown at it, from back to front.
    struct Cell: Equatable {
        let key: TileKey
        let pieces: [Piece]
    }

    /// Which pixels of which level the picture has.
    struct View: Equatable {
        let grid: TileGrid
        let level: Int
        let area: TileArea
        /// Whether the picture's first row is at the greatest y.
        let isUpward: Bool
    }

    /// How a layer is looked at.
    struct Sight {
        /// What is seen of the layer, in its own coordinates.
        var part: CGRect
        var bounds: CGRect
        var map: DeviceMap
        var isUpward: Bool
        /// The level that is wanted.
        var level: Int
        var grid: TileGrid
        var tiles: TileSet
        var demand: TileDemand?
        /// Seconds of the host's clock.
        var time: Double
        /// Whether pixels become squares where they are enlarged.
        var isSharpEnlarged: Bool
    }

    /// What shows otherwise than before; rectangles are in the layer's own coordinates.
    enum Change {
        case nothing
        case parts([CGRect])
        case all
    }

    private(set) var view: View?
    private(set) var cells: [Cell] = []
    private(set) var isSharpEnlarged = false
    /// The tiles to be seen, the nearest to the middle first, and others that show in their place.
    private(set) var wanted: [TileKey] = []
    private(set) var used: [TileKey] = []
    /// Who is to be told of them.
    private(set) var demand: TileDemand?
    private var seen: TileArea?
    private var tiles: TileSet?
    private var time = 0.0

    /// The picture, when it was prepared.
    var texture: Texture?
    /// What is in it.
    var composed: (view: View, cells: [Cell])?

    /// The picture's sides lie at multiples of so many pixels, so that it stays while the layer moves a little.
    private static let step = 256

    /// Where the picture lies in the layer.
    var rect: CGRect { view.map { $0.grid.rect(of: $0.area, level: $0.level) } ?? .null }

    /// From the picture's pixels to the screen's.
    func texels(_ map: DeviceMap) -> DeviceMap {
        guard let view else { return map }
        let unit = 1 / view.grid.scale(of: view.level)
        return view.isUpward
            ? map.texels(x: unit, y: -unit, left: rect.minX, top: rect.maxY)
            : map.texels(x: unit, y: unit, left: rect.minX, top: rect.minY)
    }

    /// Nothing of it is seen.
    func hide() {
        (view, seen, tiles, texture, composed) = (nil, nil, nil, nil, nil)
        (cells, wanted, used) = ([], [], [])
    }

    /// The layer is looked at so.
    func look(_ sight: Sight) -> Change {
        let grid = sight.grid
        demand = sight.demand
        guard let (level, area) = grid.view(of: sight.part, wanted: sight.level),
            let whole = TileArea(around: sight.bounds, scale: grid.scale(of: level))
        else {
            defer { hide() }
            return view == nil ? .nothing : .all
        }
        let seen = (sight.isAligned(at: level) ? area : area.grown(by: 1)).meeting(whole)
        let view = View(
            grid: grid, level: level, area: seen.snapped(to: Self.step).meeting(whole), isUpward: sight.isUpward)
        let isSharpSame = isSharpEnlarged == sight.isSharpEnlarged
        isSharpEnlarged = sight.isSharpEnlarged
        if view == self.view, seen == self.seen, sight.tiles === tiles, isSharpSame,
            sight.time == time || min(sight.time, time) >= sight.tiles.end
        {
            time = sight.time
            return .nothing
        }
        let former = self.view == view && isSharpSame ? cells : nil
        if self.view != view || self.seen != seen { wanted = Self.order(grid.keys(of: seen, level: level), grid, seen) }
        (self.view, self.seen, tiles, time) = (view, seen, sight.tiles, sight.time)
        cells = grid.keys(of: view.area, level: level).map {
            Cell(key: $0, pieces: sight.tiles.pieces(at: $0, sight.time))
        }
        used = cells.flatMap { cell in
            grid.area(of: cell.key).meeting(seen).isEmpty ? [] : cell.pieces.map(\.key).filter { $0 != cell.key }
        }
        guard let former else { return .all }
        let changed = zip(cells, former).filter { $0 != $1 }.map {
            grid.rect(of: grid.area(of: $0.0.key), level: level)
        }
        return changed.isEmpty ? .nothing : .parts(changed)
    }

    /// The nearest to the middle of what is seen first; in an order that is always the same.
    private static func order(_ keys: [TileKey], _ grid: TileGrid, _ seen: TileArea) -> [TileKey] {
        func distance(_ key: TileKey) -> Double {
            let area = grid.area(of: key).meeting(seen)
            let x = Double(area.left - seen.left + area.right - seen.right)
            let y = Double(area.top - seen.top + area.bottom - seen.bottom)
            return x * x + y * y
        }
        return keys.map { (distance: distance($0), key: $0) }.sorted { ($0.distance, $0.key) < ($1.distance, $1.key) }
            .map(\.key)
    }
}

extension TileMosaic.Sight {
    /// Whether each pixel of a level is one of the screen's.
    fileprivate func isAligned(at level: Int) -> Bool {
        var plane = map.plane
        if isUpward { plane.r1 = -plane.r1 }
        return DeviceMap(plane).isMove(scale: grid.scale(of: level)) && plane.r2.x == plane.r2.x.rounded()
            && plane.r2.y == plane.r2.y.rounded()
    }
}

extension TileGrid {
    /// The tiles that pixels are of, row by row.
    fileprivate func keys(of area: TileArea, level: Int) -> [TileKey] {
        let (columns, rows) = tiles(of: area)
        return rows.flatMap { row in columns.map { TileKey(level: level, column: $0, row: row) } }
    }
}

extension TileSet {
    /// So many levels finer are those that stand for a tile which is not there: beyond that there are too many of them.
    private static let finest = 2

    /// What there is to be shown at the place of a tile, from back to front: the tile itself, and until that shows wholly coarser ones, and over
    /// these finer ones.
    fileprivate func pieces(at key: TileKey, _ time: Double) -> [TileMosaic.Piece] {
        let own = piece(key, time)
        if let own, own.part == 255 { return [own] }
        guard let levels else { return [] }
        var pieces: [TileMosaic.Piece] = []
        var outer = key
        while outer.level > levels.lowerBound {
            outer = outer.outer
            guard let piece = piece(outer, time) else { continue }
            pieces.append(piece)
            if piece.part == 255 { break }
        }
        pieces.reverse()
        addInner(of: key, Self.finest, time, levels.upperBound, &pieces)
        if let own { pieces.append(own) }
        return pieces
    }

    private func addInner(
        of key: TileKey, _ depth: Int, _ time: Double, _ finest: Int, _ pieces: inout [TileMosaic.Piece]
    ) {
        guard depth > 0, key.level < finest else { return }
        for inner in key.inner {
            let piece = piece(inner, time)
            if piece?.part != 255 { addInner(of: inner, depth - 1, time, finest, &pieces) }
            if let piece { pieces.append(piece) }
        }
    }

    /// A tile of which something shows.
    private func piece(_ key: TileKey, _ time: Double) -> TileMosaic.Piece? {
        guard let tile = self[key] else { return nil }
        let part = tile.part(at: time)
        return part > 0 ? TileMosaic.Piece(tile: tile, key: key, part: part) : nil
    }
}
