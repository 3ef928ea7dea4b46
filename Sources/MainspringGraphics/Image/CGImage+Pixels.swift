import Foundation
internal import Locks

/// The pixels of an image as a compositor wants them, made once.
final class ConvertedPixels: Sendable {
    private let pixels = Guarded<[UInt8]?>(nil)

    /// The pixels, made by a closure unless they are there. Two threads that ask at once may both make them.
    func pixels(_ make: () -> [UInt8]) -> [UInt8] {
        if let made = pixels.withLock({ $0 }) { return made }
        let made = make()
        pixels.withLock { $0 = made }
        return made
    }
}

extension CGImage {
    /// Whether every pixel covers what is behind it, as far as its format tells.
    package var isOpaque: Bool { layout.alpha == nil && layout.kind != .mask }

    /// Gives a closure the pixels as sRGB in words of four bytes, in memory blue, green, red and alpha, multiplied by
    /// alpha, with the number of bytes from row to row.
    ///
    /// Bytes that are so already are given as they are; others are converted once and kept as long as the image. The
    /// buffer is there only during the call. A mask, and an image of alpha alone, gives black.
    package func withPremultipliedBGRA<Result>(
        _ body: (_ bytes: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws -> Result
    ) rethrows -> Result {
        if isPremultipliedBGRA {
            return try bytes.withUnsafeBytes { try body($0, bytesPerRow) }
        }
        let pixels = converted.pixels { PixelConversion(self).pixels }
        return try pixels.withUnsafeBytes { try body($0, width * 4) }
    }

    /// Gives a closure the pixels, for the packages beside the library: ``withPremultipliedBGRA(_:)``.
    @_spi(Tools) public func withPixelWords<Result>(
        _ body: (_ bytes: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws -> Result
    ) rethrows -> Result {
        try withPremultipliedBGRA(body)
    }

    /// The pixels in words of four bytes, in memory blue, green, red and alpha, multiplied by alpha, without gaps
    /// between rows.
    var premultipliedBGRA: [UInt8] {
        guard isPremultipliedBGRA else { return converted.pixels { PixelConversion(self).pixels } }
        return withPremultipliedBGRA { bytes, bytesPerRow in
            (0..<height).flatMap { bytes[$0 * bytesPerRow..<$0 * bytesPerRow + width * 4] }
        }
    }

    private var isPremultipliedBGRA: Bool {
        layout == .premultipliedBGRA && decodeRanges.isEmpty && colorSpace?.definition.isEncodedSRGB == true
    }
}
