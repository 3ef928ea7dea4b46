internal import Diagnostics
internal import Foundation
internal import MainspringGraphics

/// A picture of a layer's bounds that the layer draws.
///
/// Memory is taken when something is painted, and not for a layer that nobody draws.
struct LayerPicture {
    let bounds: CGRect
    private let scale: CGFloat
    private let isUpward: Bool
    private let bitmap: DeferredBitmap

    /// So many pixels wide or high is a picture at most.
    private static let longestSide: CGFloat = 16_384
    private static let complaints = OnceLog<CGSize>(ending: "No further sizes of contents are written.")

    /// Nil where the layer has no size that can be drawn.
    init?(of layer: CALayer) {
        bounds = layer.values.geometry.bounds
        let own = layer.values.look.contents.scale
        scale = own > 0 && own.isFinite ? own : 1
        isUpward = layer.contentsAreFlipped()
        let size = CGSize(width: (bounds.width * scale).rounded(.up), height: (bounds.height * scale).rounded(.up))
        guard size.width > 0, size.height > 0, bounds.origin.x.isFinite, bounds.origin.y.isFinite else { return nil }
        guard size.width <= Self.longestSide, size.height <= Self.longestSide else {
            Self.complaints.write(
                size,
                "the contents of \(layer.nameInSentences) would be \(size.width) by \(size.height) pixels; they are not drawn. "
                    + "Make the layer or its contentsScale smaller, or use several layers.")
            return nil
        }
        bitmap = DeferredBitmap(
            width: Int(size.width), height: Int(size.height), isOpaque: layer.values.look.rendering.isOpaque)
    }

    /// Has the layer draw what is to be drawn anew; the rest is taken from its last picture, if that has the same
    /// bounds and size.
    /// - Returns: Whether the layer painted anything.
    func draw(_ layer: CALayer, anew invalid: CGRect) -> Bool {
        let context = CGContext(engine: bitmap)
        let last = layer.displaying.drawn
        if !invalid.isInfinite, let last, isKept(last, by: layer) {
            context.draw(last.image, in: bitmap.deviceBounds)
            enter(context)
            context.clip(to: invalid)
            context.clear(invalid)
        } else {
            enter(context)
        }
        bitmap.isPainted = false
        layer.draw(in: context)
        return bitmap.isPainted
    }

    /// What was drawn; nil if nothing was.
    var image: CGImage? { bitmap.makeImage() }

    private func isKept(_ last: LayerDisplay.Drawn, by layer: CALayer) -> Bool {
        last.bounds == bounds && last.image.width == bitmap.width && last.image.height == bitmap.height
            && layer.values.look.contents.object as? CGImage === last.image
    }

    /// From the layer's own coordinates to pixels: y of a bitmap grows upwards, that of a layer downwards, unless it is
    /// flipped.
    private func enter(_ context: CGContext) {
        if !isUpward {
            context.translateBy(x: 0, y: CGFloat(bitmap.height))
            context.scaleBy(x: 1, y: -1)
        }
        context.scaleBy(x: scale, y: scale)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
    }
}
