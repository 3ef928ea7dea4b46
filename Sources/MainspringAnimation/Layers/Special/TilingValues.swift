package import Foundation

/// What a tiled layer says of itself beside what every layer does.
package struct TilingValues {
    package var levelsOfDetail: Int = 1
    package var levelsOfDetailBias: Int = 0
    package var tileSize: CGSize = CGSize(width: 256, height: 256)
}
