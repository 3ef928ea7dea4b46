public import Foundation

extension CGImage {
    /// The image itself, since nothing can change it. Never nil.
    public func copy() -> CGImage? { self }

    /// The same pixels, smoothed or not where they are drawn larger.
    package convenience init(_ other: CGImage, shouldInterpolate: Bool) {
        self.init(
            width: other.width, height: other.height, bytesPerRow: other.bytesPerRow, bytes: other.bytes,
            layout: other.layout,
            space: other.colorSpace, bitmapInfo: other.bitmapInfo, decode: other.decodeRanges,
            shouldInterpolate: shouldInterpolate,
            intent: other.renderingIntent)
    }

    /// The same bytes in another space, without conversion; nil for a mask, or if that has another number of
    /// components.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard let own = colorSpace, own.numberOfComponents == space.numberOfComponents else { return nil }
        return CGImage(
            width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes, layout: layout, space: space,
            bitmapInfo: bitmapInfo, decode: decodeRanges, shouldInterpolate: shouldInterpolate,
            intent: renderingIntent)
    }

    /// The pixels that a rectangle touches, counted from the top left corner; nil if there are none.
    ///
    /// The bytes are shared, not copied.
    public func cropping(to rect: CGRect) -> CGImage? {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        guard !rect.isNull, rect.origin.isFinite, rect.width.isFinite, rect.height.isFinite else { return nil }
        let (minX, minY) = (max(rect.minX.rounded(.down), 0), max(rect.minY.rounded(.down), 0))
        let (maxX, maxY) = (
            min(rect.maxX.rounded(.up), whole.maxX), min(rect.maxY.rounded(.up), whole.maxY)
        )
        guard minX < maxX, minY < maxY else { return nil }
        let start = bytes.startIndex + Int(minY) * bytesPerRow + Int(minX) * layout.bytesPerPixel
        return CGImage(
            width: Int(maxX - minX), height: Int(maxY - minY), bytesPerRow: bytesPerRow, bytes: bytes[start...],
            layout: layout, space: colorSpace, bitmapInfo: bitmapInfo, decode: decodeRanges,
            shouldInterpolate: shouldInterpolate, intent: renderingIntent)
    }

    /// The image, covering only as much as a mask says; nil if the mask is no mask and no grey image without alpha.
    ///
    /// A mask covers where it is 0, a grey image where it is 255. A mask of another size is stretched, each pixel
    /// taking the nearest.
    public func masking(_ mask: CGImage) -> CGImage? {
        let isGrey = mask.layout.kind == .gray && mask.layout.alpha == nil
        guard mask.isMask || isGrey else { return nil }
        var pixels = premultipliedBGRA
        mask.withPremultipliedBGRA { maskBytes, maskBytesPerRow in
            // A mask's coverage is its alpha; a grey image's is any of its colours.
            let component = mask.isMask ? 3 : 0
            for y in 0..<height {
                let row = y * mask.height / height * maskBytesPerRow
                for x in 0..<width {
                    let coverage = maskBytes[row + x * mask.width / width * 4 + component]
                    let pixel = (y * width + x) * 4
                    for index in pixel..<pixel + 4 { pixels[index] = PixelConversion.multiply(pixels[index], coverage) }
                }
            }
        }
        return CGImage(
            width: width, height: height, bytesPerRow: width * 4, bytes: Data(pixels), layout: .premultipliedBGRA,
            space: .shared(.sRGB), bitmapInfo: .premultipliedBGRA, decode: [], shouldInterpolate: shouldInterpolate,
            intent: renderingIntent)
    }
}

extension CGBitmapInfo {
    /// What a compositor works on: words of four bytes, in memory blue, green, red and alpha.
    package static let premultipliedBGRA = CGBitmapInfo(
        rawValue: CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue)
}
