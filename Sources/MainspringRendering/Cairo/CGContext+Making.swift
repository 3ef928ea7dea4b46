public import MainspringGraphics

extension CGContext {
    /// Makes a context that draws into a bitmap.
    ///
    /// Nil for what Apple's contexts do not draw into, as colours beside alpha that is not multiplied in, or components of other than eight
    /// bits, for more pixels than 2^28 or sides longer than 32,767, and for rows of more than 2^20 bytes.
    ///
    /// - Parameters:
    ///   - data: The first byte of the top row, which must stay as long as the context; nil for memory of the context's own, which is clear.
    ///   - bytesPerRow: From row to row; 0, without `data`, for what suits.
    ///   - space: What the components mean; not asked for alpha alone.
    ///   - bitmapInfo: Where alpha is, and the order of bytes: a ``CGImageAlphaInfo`` and more.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        guard data == nil || bytesPerRow > 0,
            let engine = CairoEngine(
                CGBitmapDescription(
                    data: data, width: width, height: height, bitsPerComponent: bitsPerComponent,
                    bytesPerRow: bytesPerRow,
                    colorSpace: space, bitmapInfo: info))
        else { return nil }
        self.init(engine: engine)
    }

    /// Ours: has bitmaps drawn by Cairo from now on, in the whole process: what layers draw themselves, and what
    /// ``CGContext/init(bitmap:)`` makes. The texts of text layers are drawn from then on, too.
    ///
    /// Call it before the first layer is displayed: nothing else does.
    public static func installCairo() {
        installBitmapEngine { CairoEngine($0) }
        installTextPainter { text, bounds, context, isUpward in text.draw(in: context, bounds, isUpward: isUpward) }
    }
}
