internal import Foundation

/// What a tiled layer says of itself beside what every layer does.
struct TilingValues {
    var levelsOfDetail: Int = 1
    var levelsOfDetailBias: Int = 0
    var tileSize: CGSize = CGSize(width: 256, height: 256)
}
