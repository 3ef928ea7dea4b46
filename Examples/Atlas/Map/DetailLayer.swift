import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

/// The cities as discs of a size of their own, whatever the map's scale: drawn in tiles, those that are seen.
final class DetailLayer: CATiledLayer {
    var field: CityField?
    /// So many are drawn in one tile: the largest.
    private static let most = 700

    override class func fadeDuration() -> CFTimeInterval { 0.2 }

    override func draw(in context: CGContext) {
        guard let field else { return }
        let rect = context.boundingBoxOfClipPath
        let scale = max(abs(context.ctm.a), 1e-6)
        // A disc may reach in from outside.
        for spot in field.largest(Self.most, in: rect.insetBy(dx: -8 / scale, dy: -8 / scale)).reversed() {
            let size = log10(Double(max(spot.population, 1_000)) / 1_000)
            let radius = (0.9 + 1.5 * size) / scale
            context.setFillColor(Style.color(0xFFB35A, alpha: 0.16))
            context.fillEllipse(in: Self.disc(spot.point, 2.2 * radius))
            context.setFillColor(size > 2.6 ? Style.color(0xFFF3DA) : Style.color(0xFFCB7D, alpha: 0.5 + 0.15 * size))
            context.fillEllipse(in: Self.disc(spot.point, radius))
        }
    }

    private static func disc(_ point: CGPoint, _ radius: CGFloat) -> CGRect {
        CGRect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)
    }
}
