internal import Foundation
package import MainspringGraphics

/// A tile that was drawn.
package final class Tile: Sendable {
    /// Nil where nothing was painted.
    package let image: CGImage?
    /// The pixels of its level that it has.
    package let area: TileArea
    /// Whether the picture's first row is at the greatest y.
    package let isUpward: Bool
    /// When it begins to show, in seconds of the host's clock, and how long that takes.
    let begin: Double
    let fade: Double

    init(_ image: CGImage?, _ area: TileArea, isUpward: Bool, begin: Double, fade: Double) {
        (self.image, self.area, self.isUpward, self.begin, self.fade) = (image, area, isUpward, begin, fade)
    }

    /// When it shows wholly.
    var end: Double { begin + fade }

    /// How much of it shows, in parts of 255.
    package func part(at time: Double) -> Int {
        if time >= end { return 255 }
        return time > begin ? Int(((time - begin) / fade * 255).rounded()) : 0
    }

    var byteCount: Int { image == nil ? 0 : 4 * area.count }
}
