internal import Foundation
internal import MainspringGraphics

/// One thing that a layer shows itself, in its own coordinates.
enum Paint {
    /// An area of one colour.
    case color(Outline, PaintColor)
    /// What lies between two edges, in one colour; without an inner one all of it.
    case ring(Outline, Outline?, PaintColor)
    case image(ImagePaint)
    /// What Cairo draws.
    case drawing(DrawnTexture)
    case particles(ParticlePaint)
    /// Tiles that are seen of the layer's bounds.
    case tiles(TileMosaic, CGRect)
    /// The layer with all that is in it.
    case picture(PicturePaint)

    /// Whether it is nothing but an area of one colour.
    var isColor: Bool {
        switch self {
        case .color, .ring: true
        case .image, .drawing, .particles, .tiles, .picture: false
        }
    }

    /// Around it.
    var rect: CGRect {
        switch self {
        case .color(let outline, _), .ring(let outline, _, _): outline.rect
        case .image(let image): image.outline.rect
        case .drawing(let drawing): drawing.rect
        case .particles(let particles): particles.rect
        case .tiles(_, let bounds): bounds
        case .picture(let kept): kept.rect
        }
    }
}

/// An image where a layer shows it.
final class ImagePaint {
    let slot: ImageTexture
    /// What is seen of it.
    let outline: Outline
    /// Where all of it would lie.
    let whole: CGRect
    /// Whether its first row is at the greatest y.
    let isUpward: Bool
    /// Whether its pixels become squares where it is enlarged, and the nearest ones are taken where it is made smaller.
    let isSharpEnlarged: Bool
    let isSharpReduced: Bool
    /// How large one of the image's pixels is in the layer's own coordinates.
    private let (pixelWidth, pixelHeight): (Double, Double)

    init(
        _ slot: ImageTexture, _ outline: Outline, whole: CGRect, isUpward: Bool, isSharpEnlarged: Bool,
        isSharpReduced: Bool
    ) {
        (self.slot, self.outline, self.whole, self.isUpward) = (slot, outline, whole, isUpward)
        (self.isSharpEnlarged, self.isSharpReduced) = (isSharpEnlarged, isSharpReduced)
        (pixelWidth, pixelHeight) = (
            whole.width / Double(slot.source.width), whole.height / Double(slot.source.height)
        )
    }

    /// From the image's pixels to the screen's.
    func texels(_ map: DeviceMap) -> DeviceMap {
        isUpward
            ? map.texels(x: pixelWidth, y: -pixelHeight, left: whole.minX, top: whole.maxY)
            : map.texels(x: pixelWidth, y: pixelHeight, left: whole.minX, top: whole.minY)
    }
}
