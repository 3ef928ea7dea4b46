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

    override func makePart(_ part: TexturePart, _ scale: Double) -> (texture: Texture, part: TexturePart)? {
        let around = part.grown(by: Double(reach(scale))).meeting(whole(scale))
        guard let (texture, made) = super.makePart(around, scale) else { return nil }
        let (width, height) = (texture.width, texture.height)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height) { alpha in
            guard let bytes = alpha.baseAddress else { return }
            for row in 0..<height { pixels_alpha(bytes + row * width, texture.pixels + row * texture.stride, width) }
            blur(scale).blur(bytes, width: width, height: height, stride: width, channels: 1)
            for row in 0..<height {
                pixels_tint(texture.pixels + row * texture.stride, bytes + row * width, color.pixel(255), width)
            }
        }
        return (texture, made)
    }

    private func blur(_ scale: Double) -> GaussianBlur {
        GaussianBlur(deviation: min(radius * scale, SceneNode.largestDeviation))
    }

    // MARK: What is too large to be one texture

    override var isMadeOfPixels: Bool { true }

    override func reach(_ scale: Double) -> Int { blur(scale).reach }

    /// So many pixels is the deviation when parts are made: what is blurred so much is the same when it is enlarged.
    private static let enough = 16.0

    override func partScale(_ scale: Double) -> Double {
        let blurred = radius * scale
        // Beyond the strongest blur a coarser piece would be blurred more: there the limit is one of pixels.
        let isCoarser = blurred > Self.enough && blurred <= SceneNode.largestDeviation
        return isCoarser ? scale * Self.enough / blurred : scale
    }
}
