public import Foundation
private import Synchronization

/// A picture: rows of pixels, from the top one down, and how to read them. Immutable.
///
/// Equal if it is the same object, as on Apple's platforms.
///
/// **Differences from Apple**: components have eight bits, of grey or red, green and blue. What has others, and what
/// contradicts itself or has fewer bytes than it needs, is refused when the image is made, with a sentence on standard
/// error.
public final class CGImage: Hashable, Sendable {
    /// How many pixels a row has.
    public let width: Int
    /// How many rows there are.
    public let height: Int
    /// How many bits a component has; 8.
    public let bitsPerComponent = 8
    /// From the first byte of a row to the first one of the next.
    public let bytesPerRow: Int
    /// How the bits of a pixel are to be read.
    public let bitmapInfo: CGBitmapInfo
    /// Whether it is smoothed where it is drawn larger than it is.
    public let shouldInterpolate: Bool
    /// What is to be done about colours that a target does not have.
    public let renderingIntent: CGColorRenderingIntent
    /// Whether it says only how much each pixel covers; what covers is the fill colour.
    public var isMask: Bool { layout.kind == .mask }

    /// The bytes from the first pixel on.
    let bytes: Data
    let layout: PixelLayout
    private let space: CGColorSpace?
    /// For each component the values of 0 and 255; empty where they are 0 and 1.
    let decodeRanges: [CGFloat]
    // `nonisolated(unsafe)`: written before the image is given to anybody, and freed with it.
    private nonisolated(unsafe) let decodePointer: UnsafeMutablePointer<CGFloat>?
    /// The pixels as a compositor wants them, once they were asked for.
    let converted = ConvertedPixels()

    init(
        width: Int, height: Int, bytesPerRow: Int, bytes: Data, layout: PixelLayout, space: CGColorSpace?,
        bitmapInfo: CGBitmapInfo, decode: [CGFloat], shouldInterpolate: Bool, intent: CGColorRenderingIntent
    ) {
        (self.width, self.height, self.bytesPerRow) = (width, height, bytesPerRow)
        (self.bytes, self.layout, self.space, self.bitmapInfo) = (bytes, layout, space, bitmapInfo)
        (self.shouldInterpolate, renderingIntent, decodeRanges) = (shouldInterpolate, intent, decode)
        if decode.isEmpty {
            decodePointer = nil
        } else {
            decodePointer = .allocate(capacity: decode.count)
            decodePointer?.initialize(from: decode, count: decode.count)
        }
    }

    deinit { decodePointer?.deallocate() }

    /// How many bits a pixel has.
    public var bitsPerPixel: Int { layout.bytesPerPixel * 8 }

    /// What the components mean; nil for a mask.
    public var colorSpace: CGColorSpace? { space }

    /// Where alpha is, and whether the colours were multiplied by it.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha ?? .none }

    /// In which order the bytes of a pixel's word are.
    public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.byteOrder ?? .orderDefault }

    /// How many bits each component has in a word.
    public var pixelFormatInfo: CGImagePixelFormatInfo { bitmapInfo.pixelFormat ?? .packed }

    /// The bytes, from the first pixel on; those of a cropped image go on with rows of the one that it was cut from.
    /// Never nil.
    public var dataProvider: CGDataProvider? { CGDataProvider(data: bytes) }

    /// For each component the values of 0 and of 255, as the image was made with; nil where they are 0 and 1.
    public var decode: UnsafePointer<CGFloat>? { decodePointer.map { UnsafePointer($0) } }

    /// The name of the type of file that it comes from; nil, since it comes from none.
    public var utType: CFString? { nil }

    /// Whether two are the same object.
    public static func == (left: CGImage, right: CGImage) -> Bool { left === right }

    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
