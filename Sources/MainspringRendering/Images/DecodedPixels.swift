internal import Foundation
internal import MainspringGraphics

/// Pixels that a decoder writes: words of four bytes, in memory blue, green, red and alpha that is not multiplied in, as sRGB.
struct DecodedPixels {
    let width: Int
    let height: Int
    let hasAlpha: Bool
    private let bytes: UnsafeMutablePointer<UInt8>

    /// So many pixels are read at most: a quarter of a gigabyte.
    static let most = 1 << 26

    /// Takes memory that is clear, and calls a closure to fill it, which says what is wrong or nothing.
    init(
        width: Int, height: Int, hasAlpha: Bool, format: ImageFormat, _ fill: (UnsafeMutablePointer<UInt8>) -> String?
    ) throws {
        guard width > 0, height > 0 else {
            throw ImageFileError(
                .damaged,
                "The \(format.rawValue) image cannot be read: it has \(width) by \(height) pixels. Get the file anew.")
        }
        guard width <= Self.most, height <= Self.most / width else {
            throw ImageFileError(
                .tooLarge,
                "The \(format.rawValue) image has \(width) by \(height) pixels; at most \(Self.most) in all are read. Make it smaller."
            )
        }
        guard let memory = calloc(4 * width, height) else {
            throw ImageFileError(
                .noMemory,
                "There is no memory for the \(width) by \(height) pixels of the \(format.rawValue) image. Make it smaller."
            )
        }
        (self.width, self.height, self.hasAlpha) = (width, height, hasAlpha)
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        if let wrong = fill(bytes) {
            free(memory)
            throw ImageFileError(.damaged, "The \(format.rawValue) image cannot be read: \(wrong). Get the file anew.")
        }
    }

    /// The image, which has the memory from now on.
    func takeImage() -> CGImage? {
        if hasAlpha { multiply() }
        let count = 4 * width * height
        let provider = CGDataProvider(dataInfo: nil, data: bytes, size: count) { _, bytes, _ in
            free(UnsafeMutableRawPointer(mutating: bytes))
        }
        guard let provider, let space = CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
        let alpha: CGImageAlphaInfo = hasAlpha ? .premultipliedFirst : .noneSkipFirst
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: CGBitmapInfo.byteOrder32Little.rawValue | alpha.rawValue),
            provider: provider,
            decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }

    private func multiply() {
        for pixel in stride(from: 0, to: 4 * width * height, by: 4) {
            let alpha = bytes[pixel + 3]
            guard alpha < 255 else { continue }
            for component in pixel..<pixel + 3 { bytes[component] = PixelConversion.multiply(bytes[component], alpha) }
        }
    }
}
