/// Where the components of a pixel of eight bits each are.
struct PixelLayout: Equatable, Sendable {
    /// How a pixel becomes a colour.
    enum Kind {
        /// One component for all three.
        case gray
        case rgb
        /// Black, covered by alpha alone.
        case alphaOnly
        /// Black, covered by what is left of the sample.
        case mask
    }

    var kind: Kind
    var bytesPerPixel: Int
    /// The offsets of red, green and blue in a pixel; equal for a grey.
    var red: Int
    var green: Int
    var blue: Int
    /// The offset of alpha; nil if there is none.
    var alpha: Int?
    var isPremultiplied: Bool

    /// An image mask: one byte a pixel.
    static let mask = PixelLayout(
        kind: .mask, bytesPerPixel: 1, red: 0, green: 0, blue: 0, alpha: nil, isPremultiplied: false)
    /// Alone: one byte a pixel.
    static let alphaOnly = PixelLayout(
        kind: .alphaOnly, bytesPerPixel: 1, red: 0, green: 0, blue: 0, alpha: 0, isPremultiplied: false)
    /// What a compositor works on: words of four bytes, in memory blue, green, red and alpha.
    static let premultipliedBGRA = PixelLayout(
        kind: .rgb, bytesPerPixel: 4, red: 2, green: 1, blue: 0, alpha: 3, isPremultiplied: true)

    private init(
        kind: Kind, bytesPerPixel: Int, red: Int, green: Int, blue: Int, alpha: Int?, isPremultiplied: Bool
    ) {
        (self.kind, self.bytesPerPixel, self.alpha) = (kind, bytesPerPixel, alpha)
        (self.red, self.green, self.blue, self.isPremultiplied) = (red, green, blue, isPremultiplied)
    }

    /// Reads a description; nil for one that is contradictory, or that is not of eight bits for each component.
    init?(bitsPerComponent: Int, bitsPerPixel: Int, space: CGColorSpace, info: CGBitmapInfo) {
        guard bitsPerComponent == 8, info.isDisjoint(with: .floatInfoMask), info.pixelFormat == .packed,
            let alphaInfo = info.alpha, let order = info.byteOrder
        else { return nil }
        if alphaInfo == .alphaOnly {
            guard bitsPerPixel == 8 else { return nil }
            self = .alphaOnly
            return
        }
        let colors = space.numberOfComponents
        let hasRoomForAlpha = alphaInfo != .none
        let count = colors + (hasRoomForAlpha ? 1 : 0)
        guard bitsPerPixel == count * 8 else { return nil }
        let alphaIsFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(alphaInfo)
        let hasAlpha = hasRoomForAlpha && alphaInfo != .noneSkipFirst && alphaInfo != .noneSkipLast
        // The order of bytes in a word that has the size of a pixel; of another size it says nothing about single
        // bytes.
        let isTurned: Bool
        switch order {
        case .orderDefault, .order16Big, .order32Big: isTurned = false
        case .order32Little where count == 4, .order16Little where count == 2: isTurned = true
        default: return nil
        }
        func place(_ component: Int) -> Int { isTurned ? count - 1 - component : component }
        let first = alphaIsFirst ? 1 : 0
        self.init(
            kind: colors == 1 ? .gray : .rgb, bytesPerPixel: count, red: place(first),
            green: place(colors == 1 ? first : first + 1), blue: place(colors == 1 ? first : first + 2),
            alpha: hasAlpha ? place(alphaIsFirst ? 0 : count - 1) : nil,
            isPremultiplied: alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast)
    }
}

extension CGBitmapInfo {
    /// The alpha info in the bits; nil if they hold none.
    var alpha: CGImageAlphaInfo? { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) }

    /// The byte order in the bits; nil if they hold none.
    var byteOrder: CGImageByteOrderInfo? {
        let bits = rawValue & Self.byteOrderMask.rawValue
        return bits == Self.byteOrderMask.rawValue ? nil : CGImageByteOrderInfo(rawValue: bits)
    }

    /// The pixel format in the bits; nil if they hold none.
    var pixelFormat: CGImagePixelFormatInfo? {
        let bits = rawValue & CGImagePixelFormatInfo.mask.rawValue
        return bits == CGImagePixelFormatInfo.mask.rawValue ? nil : CGImagePixelFormatInfo(rawValue: bits)
    }
}
