internal import CPixels
internal import Foundation
internal import MainspringGraphics

/// The shadow of a known shape: its alpha, blurred, in one colour.
final class ShadowTexture: DrawnTexture {
    private let color: PaintColor
    private let radius: Double

    /// - Parameters:
    ///   - path: What throws it, in the layer's own coordinates.
    ///   - offset: How far it is moved, likewise.
    init(_ path: CGPath, _ color: PaintColor, offset: CGSize, radius: Double) {
        (self.color, self.radius) = (color, radius)
        let moved = path.boundingBoxOfPath.offsetBy(dx: offset.width, dy: offset.height)
        // Three deviations, as the blur reaches at most.
        let reach = 3 * radius + 1
        super.init(moved.insetBy(dx: -reach, dy: -reach)) { context in
            context.translateBy(x: offset.width, y: offset.height)
            context.setFillColor(.black)
            context.addPath(path)
            context.fillPath()
        }
    }

    override func make(_ scale: Double) -> Texture? {
        guard let texture = super.make(scale) else { return nil }
        let (width, height) = (texture.width, texture.height)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height) { alpha in
            guard let bytes = alpha.baseAddress else { return }
            for row in 0..<height { pixels_alpha(bytes + row * width, texture.pixels + row * texture.stride, width) }
            GaussianBlur(deviation: min(radius * scale, SceneNode.largestDeviation)).blur(
                bytes, width: width, height: height, stride: width, channels: 1)
            for row in 0..<height {
                pixels_tint(texture.pixels + row * texture.stride, bytes + row * width, color.pixel(255), width)
            }
        }
        return texture
    }
}
