internal import Foundation
internal import MainspringGraphics

/// The pixels of an image.
final class ImageTexture: TextureSlot {
    typealias Source = CGImage

    let source: Source

    init(_ source: Source) { self.source = source }

    override func make(_ scale: Double) -> Texture? {
        let texture = Texture(source)
        texture?.settle()
        return texture
    }
}

extension Texture {
    /// The pixels of an image; nil where there is no memory.
    convenience init?(_ image: CGImage) {
        self.init(width: image.width, height: image.height)
        image.withPremultipliedBGRA { bytes, bytesPerRow in
            guard let first = bytes.baseAddress else { return }
            for row in 0..<height { memcpy(pixels + row * stride, first + row * bytesPerRow, 4 * width) }
        }
    }
}
