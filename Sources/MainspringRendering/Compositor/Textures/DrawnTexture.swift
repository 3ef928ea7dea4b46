internal import Foundation
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

    /// A clear texture with room for all of it, and the margin.
    func makeClear(_ scale: Double) -> Texture? {
        let map = map(scale)
        return Texture(
            width: Int((rect.maxX * scale).rounded(.up) + map.x) + Self.margin,
            height: Int((rect.maxY * scale).rounded(.up) + map.y) + Self.margin)
    }

    override func make(_ scale: Double) -> Texture? {
        guard let texture = makeClear(scale) else { return nil }
        let map = map(scale)
        CanvasDrawing.draw(
            on: texture.pixels, width: texture.width, height: texture.height, stride: texture.stride,
            CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: map.x, ty: map.y), draw)
        texture.settle()
        return texture
    }
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
