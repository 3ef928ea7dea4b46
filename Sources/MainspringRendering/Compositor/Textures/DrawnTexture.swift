internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// What Cairo draws once: a path, a gradient, a text.
class DrawnTexture: TextureSlot {
    /// The area that is drawn, in the layer's own coordinates.
    let rect: CGRect
    private let draw: (CGContext) -> Void

    /// Around the area there are so many clear pixels, so that edges fade.
    static let margin = 1
    /// So many pixels wide or high is a drawing at most.
    static let longestSide = 4096.0

    /// - Parameter draw: Draws it with the layer's own coordinates. Any thread calls it.
    init(_ rect: CGRect, _ draw: @escaping (CGContext) -> Void) { (self.rect, self.draw) = (rect, draw) }

    /// Draws it with the layer's own coordinates.
    func drawNow(_ context: CGContext) { draw(context) }

    /// Whether all of it can be one texture at a scale.
    func fits(_ scale: Double) -> Bool { max(rect.width, rect.height) * scale <= Self.longestSide }

    /// From the layer's own coordinates to the texture's pixels.
    func map(_ scale: Double) -> (x: Double, y: Double) {
        // On whole pixels, so that what only moves by whole pixels shows them as they are.
        let x = (rect.minX * scale).rounded(.down) - Double(Self.margin)
        let y = (rect.minY * scale).rounded(.down) - Double(Self.margin)
        return (-x, -y)
    }

    /// From the texture's pixels to the screen's.
    func texels(_ map: DeviceMap, _ scale: Double) -> DeviceMap {
        let own = self.map(scale)
        return map.texels(x: 1 / scale, y: 1 / scale, left: -own.x / scale, top: -own.y / scale)
    }

    /// The columns and rows that all of it takes at a scale, with the margin.
    func whole(_ scale: Double) -> TexturePart {
        let map = map(scale)
        let margin = Double(Self.margin)
        return TexturePart(
            left: -map.x, top: -map.y, right: (rect.maxX * scale).rounded(.up) + margin,
            bottom: (rect.maxY * scale).rounded(.up) + margin)
    }

    override func make(_ scale: Double) -> Texture? { makePart(whole(scale), scale)?.texture }

    /// Draws some columns and rows of what all of it would be at a scale, or more than these. Any thread calls it.
    /// - Returns: The pixels, and which they are; nil where there is nothing to be seen, or no memory.
    func makePart(_ part: TexturePart, _ scale: Double) -> (texture: Texture, part: TexturePart)? {
        guard let texture = part.makeClear() else { return nil }
        CanvasDrawing.draw(
            on: texture.pixels, width: texture.width, height: texture.height, stride: texture.stride,
            CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -part.left, ty: -part.top), draw)
        texture.settle()
        return (texture, part)
    }

    // MARK: What is too large to be one texture

    /// Whether its pixels are looked at between them wherever it is seen, since they are not Cairo's alone.
    var isMadeOfPixels: Bool { false }

    /// The image that it is made of.
    var source: ImageTexture? { nil }

    /// The scale at which parts of it are made when there is no room for all of it: at most another one.
    func partScale(_ scale: Double) -> Double { scale }

    /// How many pixels around a part have an influence on it.
    func reach(_ scale: Double) -> Int { 0 }

    /// The pixels that are seen in a square of the screen: the same ones for the same square and map, whatever else is drawn.
    /// - Parameter display: How many pixels make a point.
    func piece(in square: PixelBox, _ map: DeviceMap, _ display: Double) -> Piece? {
        guard let back = map.plane.inverse, map.isAffine else { return nil }
        let (across, down) = (back.r0 / back.r2.z, back.r1 / back.r2.z)
        let extent = SIMD2(abs(across.x) + abs(down.x), abs(across.y) + abs(down.y)) * Double(square.width)
        let all = SIMD2<Double>(rect.width, rect.height)
        var scale = partScale(RasterScale.wanted(map, rect, display))
        // What is far smaller on the screen in one direction than in the other one is drawn coarser.
        while scale > 1e-9 {
            let size = pointwiseMin(extent, all) * scale + Double(2 * reach(scale) + 8)
            if size.x * size.y <= Self.mostPixelsOfPiece { break }
            scale /= 2.0.squareRoot()
        }
        let middle = SIMD2(
            Double(square.left) + Double(square.width) / 2, Double(square.top) + Double(square.height) / 2)
        let origin = back.r2 / back.r2.z
        let center = SIMD2(
            across.x * middle.x + down.x * middle.y + origin.x, across.y * middle.x + down.y * middle.y + origin.y)
        // One more on each side, since a pixel is looked at between four.
        let (low, high) = ((center - extent / 2) * scale - 2, (center + extent / 2) * scale + 2)
        let seen = TexturePart(
            left: low.x.rounded(.down), top: low.y.rounded(.down), right: high.x.rounded(.up),
            bottom: high.y.rounded(.up)
        ).meeting(whole(scale))
        guard !seen.isEmpty, let made = makePart(seen, scale) else { return nil }
        let place = made.part
        return Piece(
            texture: made.texture,
            texels: map.texels(x: 1 / scale, y: 1 / scale, left: place.left / scale, top: place.top / scale),
            edge: Outline(
                CGRect(
                    x: place.left / scale, y: place.top / scale, width: place.width / scale,
                    height: place.height / scale)))
    }

    /// Some pixels of it, and where they lie.
    struct Piece {
        let texture: Texture
        /// From the texture's pixels to the screen's.
        let texels: DeviceMap
        let edge: Outline
    }

    /// So many pixels are drawn for a square at most.
    private static let mostPixelsOfPiece = 4_000_000.0
}

/// Cairo's drawing into pixels of ours.
enum CanvasDrawing {
    /// - Parameter transform: To columns and rows, downwards.
    static func draw(
        on pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int, _ transform: CGAffineTransform,
        _ draw: (CGContext) -> Void
    ) {
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        guard
            let context = CGContext(
                data: pixels, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * stride,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)
        else { return }
        // A context's rows count upwards.
        context.translateBy(x: 0, y: CGFloat(height))
        context.scaleBy(x: 1, y: -1)
        context.concatenate(transform)
        draw(context)
        context.flush()
    }
}
