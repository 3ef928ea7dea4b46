public import Foundation

extension CGImage {
    /// Makes an image from the bytes of a provider.
    ///
    /// Nil if there are no pixels, if components have another number of bits than eight, if the description contradicts
    /// itself, or if there are fewer bytes than it needs; a sentence on standard error says which.
    ///
    /// - Parameter decode: For each component without alpha the values of 0 and 255; nil for 0 and 1.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard
            let layout = PixelLayout(
                bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, space: space, info: bitmapInfo)
        else {
            Refusal.say(
                "An image of \(bitsPerComponent) bits a component and \(bitsPerPixel) a pixel with bitmap info "
                    + "\(bitmapInfo.rawValue) was refused. Give eight bits for each component and for alpha.")
            return nil
        }
        let ranges = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * space.numberOfComponents)) }
        self.init(
            width: width, height: height, bytesPerRow: bytesPerRow, provider: provider, layout: layout, space: space,
            bitmapInfo: bitmapInfo, decode: ranges, shouldInterpolate: shouldInterpolate, intent: intent)
    }

    /// Makes a mask from the bytes of a provider: 0 covers all, 255 nothing.
    ///
    /// Nil under the conditions of the other initializer, which say it on standard error.
    ///
    /// - Parameter decode: The values of 0 and 255; nil for 0 and 1.
    public convenience init?(
        maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
        provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        guard bitsPerComponent == 8, bitsPerPixel == 8 else {
            Refusal.say(
                "A mask of \(bitsPerComponent) bits a component and \(bitsPerPixel) a pixel was refused. "
                    + "Give eight bits for each pixel.")
            return nil
        }
        let range = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2)) }
        self.init(
            width: width, height: height, bytesPerRow: bytesPerRow, provider: provider, layout: .mask, space: nil,
            bitmapInfo: [], decode: range, shouldInterpolate: shouldInterpolate, intent: .defaultIntent)
    }

    private convenience init?(
        width: Int, height: Int, bytesPerRow: Int, provider: CGDataProvider, layout: PixelLayout, space: CGColorSpace?,
        bitmapInfo: CGBitmapInfo, decode: [CGFloat]?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
    ) {
        guard let needed = Self.byteCount(width, height, bytesPerRow, layout.bytesPerPixel),
            needed <= provider.bytes.count
        else {
            Refusal.say(
                "An image of \(width) by \(height) pixels with \(bytesPerRow) bytes a row was refused: "
                    + "its \(provider.bytes.count) bytes are not enough, or its rows are too short.")
            return nil
        }
        guard decode?.allSatisfy(\.isFinite) ?? true else {
            Refusal.say("An image was given a decode array with a number that is infinite or none; it was refused.")
            return nil
        }
        self.init(
            width: width, height: height, bytesPerRow: bytesPerRow, bytes: provider.bytes, layout: layout,
            space: space, bitmapInfo: bitmapInfo, decode: decode ?? [], shouldInterpolate: shouldInterpolate,
            intent: intent)
    }

    /// How many bytes an image needs, the last row without what follows its pixels; nil if it has none, or more than
    /// can be counted.
    private static func byteCount(_ width: Int, _ height: Int, _ bytesPerRow: Int, _ bytesPerPixel: Int) -> Int? {
        guard width > 0, height > 0 else { return nil }
        let (row, rowOverflows) = width.multipliedReportingOverflow(by: bytesPerPixel)
        let (before, beforeOverflows) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        let (all, overflows) = before.addingReportingOverflow(row)
        guard !rowOverflows, !beforeOverflows, !overflows, bytesPerRow >= row else { return nil }
        return all
    }
}
