import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

/// The cities as discs: drawn in tiles, those that are seen.
final class DetailLayer: CATiledLayer {
    var field: CityField?
    /// So many are drawn in one tile: the largest.
    private static let most = 700

    override class func fadeDuration() -> CFTimeInterval { 0.2 }

    override func draw(in context: CGContext) {
        guard let field else { return }
        CityDiscs.draw(field, Self.most, in: context.boundingBoxOfClipPath, context)
    }
}
