/// Where a pixel's alpha is, and whether the colours were multiplied by it; the raw values are Apple's.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// There is none: RGB.
    case none = 0
    /// After colours that were multiplied by it: RGBA.
    case premultipliedLast = 1
    /// Before colours that were multiplied by it: ARGB.
    case premultipliedFirst = 2
    /// After the colours: RGBA.
    case last = 3
    /// Before the colours: ARGB.
    case first = 4
    /// There is none, but room for it after the colours: RGBX.
    case noneSkipLast = 5
    /// There is none, but room for it before the colours: XRGB.
    case noneSkipFirst = 6
    /// There is nothing else.
    case alphaOnly = 7
}

/// In which order the bytes of a pixel's word are; the raw values are Apple's.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    /// The bits that hold the order.
    case orderMask = 0x7000
    /// As the components are named.
    case orderDefault = 0x0000
    /// Words of two bytes, the lowest first.
    case order16Little = 0x1000
    /// Words of four bytes, the lowest first.
    case order32Little = 0x2000
    /// Words of two bytes, the highest first.
    case order16Big = 0x3000
    /// Words of four bytes, the highest first.
    case order32Big = 0x4000
}

/// How many bits each component has in a word; the raw values are Apple's.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
    /// The bits that hold the format.
    case mask = 0xF0000
    /// As many for each.
    case packed = 0x00000
    /// Five each, in two bytes.
    case RGB555 = 0x10000
    /// Five, six and five, in two bytes.
    case RGB565 = 0x20000
    /// Ten each, in four bytes.
    case RGB101010 = 0x30000
    /// Ten each, in the order of Core Image.
    case RGBCIF10 = 0x40000
}

/// How the bits of a bitmap's pixels are to be read; the raw values are Apple's.
///
/// Besides the members there is a ``CGImageAlphaInfo`` in the lowest five bits.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Takes bits as they are.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits that hold a ``CGImageAlphaInfo``.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits that hold whether components are floating-point numbers.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// Components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    /// The bits that hold a ``CGImageByteOrderInfo``.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// Words of two bytes, the lowest first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    /// Words of four bytes, the lowest first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// Words of two bytes, the highest first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
    /// Words of four bytes, the highest first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}
