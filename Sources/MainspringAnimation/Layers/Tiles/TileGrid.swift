package import Foundation

/// How a layer is cut into tiles: at each level the same number of pixels, counted from where the layer's coordinates are 0, so that a tile shows
/// the same wherever the layer is scrolled to.
package struct TileGrid: Hashable, Sendable {
    /// A tile's pixels, save for what lies outside of the layer.
    package let width: Int
    package let height: Int
    /// Pixels of a unit at the layer's own resolution.
    let scale: Double

    /// Sides of tiles, in pixels, from and up to which they are taken: smaller ones are all overhead, larger ones no tiles any more.
    static let sides = 16.0...2048.0
    private static let scales = 1e-6...1e6
    /// Doubled and halved so often a resolution is at most.
    static let farthestLevel = 60

    /// What shows at once: so many tiles and pixels are kept for it, and where they do not suffice, it is looked at more coarsely.
    package static let mostTiles = 4096
    package static let mostPixels = 1 << 24

    package init(tileSize: CGSize, contentsScale: CGFloat) {
        func side(_ length: CGFloat) -> Int {
            length >= Self.sides.lowerBound ? Int(min(length, Self.sides.upperBound)) : Int(Self.sides.lowerBound)
        }
        (width, height) = (side(tileSize.width), side(tileSize.height))
        scale = Self.scales.contains(contentsScale) ? contentsScale : 1
    }

    /// Pixels of a unit at a level.
    package func scale(of level: Int) -> Double { scale * exp2(Double(level)) }

    /// The pixels of a tile.
    package func area(of key: TileKey) -> TileArea {
        TileArea(
            left: key.column * width, top: key.row * height, right: (key.column + 1) * width,
            bottom: (key.row + 1) * height)
    }

    /// Where pixels of a level lie in the layer.
    package func rect(of area: TileArea, level: Int) -> CGRect {
        let scale = scale(of: level)
        return CGRect(
            x: Double(area.left) / scale, y: Double(area.top) / scale, width: Double(area.width) / scale,
            height: Double(area.height) / scale)
    }

    /// The columns and rows of the tiles that pixels are of.
    package func tiles(of area: TileArea) -> (columns: Range<Int>, rows: Range<Int>) {
        guard !area.isEmpty else { return (0..<0, 0..<0) }
        return (
            area.left.dividedDown(by: width)..<(area.right - 1).dividedDown(by: width) + 1,
            area.top.dividedDown(by: height)..<(area.bottom - 1).dividedDown(by: height) + 1
        )
    }

    /// The level at which a part of a layer is looked at, and its pixels there; coarser than the one that is wanted where that would be
    /// too many. Nil for a part without pixels.
    package func view(of part: CGRect, wanted: Int) -> (level: Int, area: TileArea)? {
        for level in stride(from: wanted, through: min(wanted, 0) - 2 * Self.farthestLevel, by: -1) {
            guard let area = TileArea(around: part, scale: scale(of: level)), area.count <= Self.mostPixels else {
                continue
            }
            let (columns, rows) = tiles(of: area)
            if columns.count * rows.count <= Self.mostTiles { return (level, area) }
        }
        return nil
    }
}

extension TilingValues {
    /// The level for a layer of which a unit is so many pixels long on the screen: the coarsest that is not enlarged, of those there are.
    /// - Parameter size: The layer's.
    package func level(for enlargement: Double, _ grid: TileGrid, size: CGSize) -> Int {
        // The coarsest level has at least a pixel in each direction.
        let least = log2(max(min(size.width, size.height) * grid.scale, 1)).rounded(.down)
        let coarsest = -min(max(levelsOfDetail - 1, 0), Int(min(least, Double(TileGrid.farthestLevel))))
        let finest = min(max(levelsOfDetailBias, 0), TileGrid.farthestLevel)
        guard enlargement > 0, enlargement.isFinite else { return coarsest }
        // What is as large as a level but for rounding is of that level.
        let wanted = (log2(enlargement / grid.scale) - 1e-6).rounded(.up)
        return Int(min(max(wanted, Double(coarsest)), Double(finest)))
    }
}
