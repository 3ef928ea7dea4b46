package import Foundation

/// What a tiled layer says of itself beside what every layer does.
package struct TilingValues {
    package var levelsOfDetail: Int = 1
    package var levelsOfDetailBias: Int = 0
    package var tileSize: CGSize = CGSize(width: 256, height: 256)
    /// What was drawn; nil for a layer that never asked for it.
    package var tiles: TileSet?
    /// What is to be seen; nil for such a layer too.
    package var demand: TileDemand?
    /// Versions of a layer that have the same one differ in their tiles and animations alone; nil for what was not published.
    var version: TilingVersion?
}

/// Marks versions of a tiled layer between which nothing but its tiles and its animations has changed.
final class TilingVersion: Sendable {}
