internal import MainspringGraphics

/// Ours: a frame on its way to a ``FrameSink``.
///
/// Valid for the length of the call that got it.
public struct RecordedFrame {
    /// Which one it is, from 0 on.
    public let number: Int
    /// Seconds of the layers' clock.
    public let time: Double
    /// What it has in common with the others.
    public let format: FrameFormat

    // The buffer is the painter's and there only during the call in which it lends it, which is the sink's.
    private let pixels: UnsafeRawBufferPointer
    private let bytesPerRow: Int

    init(
        number: Int, time: Double, format: FrameFormat, pixels: UnsafeRawBufferPointer, bytesPerRow: Int
    ) {
        (self.number, self.time, self.format) = (number, time, format)
        (self.pixels, self.bytesPerRow) = (pixels, bytesPerRow)
    }

    /// Gives a closure the pixels as sRGB, in memory blue, green, red and alpha, multiplied by alpha, the top row first, with
    /// the number of bytes from row to row.
    public func withPremultipliedBGRA<Result>(
        _ body: (_ bytes: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws -> Result
    ) rethrows -> Result {
        try body(pixels, bytesPerRow)
    }

    /// The pixels without gaps between rows.
    /// - Parameter alpha: Whether colours are multiplied by alpha.
    public func bytes(order: PixelOrder = .bgra, alpha: PixelAlpha = .straight) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4 * format.width * format.height)
        bytes.withUnsafeMutableBytes { copy(to: $0, order: order, alpha: alpha) }
        return bytes
    }

    /// Writes the pixels without gaps between rows.
    func copy(to target: UnsafeMutableRawBufferPointer, order: PixelOrder, alpha: PixelAlpha) {
        let (red, blue) = order == .bgra ? (2, 0) : (0, 2)
        let row = 4 * format.width
        for y in 0..<format.height {
            let source = UnsafeRawBufferPointer(rebasing: pixels[y * bytesPerRow..<y * bytesPerRow + row])
            let target = UnsafeMutableRawBufferPointer(rebasing: target[y * row..<(y + 1) * row])
            if order == .bgra, alpha == .premultiplied {
                target.copyMemory(from: source)
                continue
            }
            for place in stride(from: 0, to: row, by: 4) {
                let opacity = source[place + 3]
                let isWhole = opacity == 255 || alpha == .premultiplied
                func component(_ value: UInt8) -> UInt8 { isWhole ? value : PixelConversion.divide(value, opacity) }
                target[place + blue] = component(source[place])
                target[place + 1] = component(source[place + 1])
                target[place + red] = component(source[place + 2])
                target[place + 3] = opacity
            }
        }
    }

    /// Whether rows follow each other without gaps.
    var isContiguous: Bool { bytesPerRow == 4 * format.width }
}

/// Ours: the order of a pixel's four bytes in memory.
public enum PixelOrder: Hashable, Sendable {
    /// Blue, green, red, alpha: `-pix_fmt bgra`.
    case bgra
    /// Red, green, blue, alpha: `-pix_fmt rgba`.
    case rgba
}

/// Ours: whether the colours of pixels are multiplied by alpha.
public enum PixelAlpha: Hashable, Sendable {
    /// They are not, as programs for video have it.
    case straight
    /// They are, as layers have it.
    case premultiplied
}
