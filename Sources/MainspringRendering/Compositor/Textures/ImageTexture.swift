internal import Foundation
internal import MainspringGraphics

/// The pixels of an image.
final class ImageTexture: TextureSlot {
    typealias Source = CGImage

    let source: Source

    init(_ source: Source) { self.source = source }

    override func make(_ scale: Double) -> Texture? {
        guard let texture = Texture(width: source.width, height: source.height) else { return nil }
        source.withPremultipliedBGRA { bytes, bytesPerRow in
            guard let first = bytes.baseAddress else { return }
            for row in 0..<source.height {
                memcpy(texture.pixels + row * texture.stride, first + row * bytesPerRow, 4 * source.width)
            }
        }
        texture.settle()
        return texture
    }
}
