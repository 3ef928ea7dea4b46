/// Which tile of a layer it is: its level, and its place among the tiles of that.
package struct TileKey: Hashable, Comparable, Sendable {
    /// How often the layer's own resolution is doubled; below 0, how often it is halved.
    package let level: Int
    package let column: Int
    package let row: Int

    package init(level: Int, column: Int, row: Int) { (self.level, self.column, self.row) = (level, column, row) }

    /// The one of the next coarser level that it lies in.
    package var outer: TileKey { TileKey(level: level - 1, column: column >> 1, row: row >> 1) }

    /// The four of the next finer level that lie in it.
    package var inner: [TileKey] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map {
            TileKey(level: level + 1, column: 2 * column + $0.0, row: 2 * row + $0.1)
        }
    }

    package static func < (left: TileKey, right: TileKey) -> Bool {
        (left.level, left.row, left.column) < (right.level, right.row, right.column)
    }
}
