public import Foundation

/// A colour: components, an alpha, and the space that says what they mean. Immutable.
///
/// Two colours are equal if their spaces, components and alphas are, as `CFEqual` has it: the same red in two spaces is
/// two colours. A component that is no number counts as 0; components outside of 0 to 1 are kept, and cut off when the
/// colour is converted or drawn, unless its space is extended. Alpha is kept between 0 and 1.
public final class CGColor: Hashable, Sendable {
    /// The three components, a grey's being all three, and alpha.
    let values: ColorValues
    private let space: CGColorSpace

    /// Opaque black, in the space of ``init(gray:alpha:)``.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// Opaque white, in the space of ``init(gray:alpha:)``.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Black of alpha 0, in the space of ``init(gray:alpha:)``.
    public static let clear = CGColor(gray: 0, alpha: 0)

    init(space: CGColorSpace, values: ColorValues) {
        self.space = space
        self.values = ColorValues(
            values.x.isNaN ? 0 : values.x, values.y.isNaN ? 0 : values.y, values.z.isNaN ? 0 : values.z,
            values.w > 0 ? min(values.w, 1) : 0)
    }

    /// Makes a colour of red, green and blue in sRGB.
    ///
    /// **Differences from Apple**: macOS takes the generic space, which differs from sRGB in the third digit.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }

    /// Makes a colour in sRGB.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(
            space: .shared(.sRGB), values: ColorValues(red.native, green.native, blue.native, alpha.native))
    }

    /// Makes a grey; the space is the one of ``init(genericGrayGamma2_2Gray:alpha:)``.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(genericGrayGamma2_2Gray: gray, alpha: alpha)
    }

    /// Makes a grey with a power of 2.2 between component and light.
    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(
            space: .shared(.genericGrayGamma2_2),
            values: ColorValues(gray.native, gray.native, gray.native, alpha.native))
    }

    /// Makes a colour from the components of a space and, after them, alpha. Never nil.
    ///
    /// One number more than the space has components is read.
    public convenience init?(colorSpace: CGColorSpace, components: UnsafePointer<CGFloat>) {
        self.init(space: colorSpace, values: ColorValues(components, in: colorSpace))
    }

    /// The space that says what the components mean. Never nil.
    public var colorSpace: CGColorSpace? { space }

    /// How many components there are, with alpha.
    public var numberOfComponents: Int { space.numberOfComponents + 1 }

    /// The components, and alpha at last. Never nil.
    public var components: [CGFloat]? {
        space.numberOfComponents == 1
            ? [CGFloat(values.x), CGFloat(values.w)]
            : [CGFloat(values.x), CGFloat(values.y), CGFloat(values.z), CGFloat(values.w)]
    }

    /// How much it covers: 0 nothing, 1 all.
    public var alpha: CGFloat { CGFloat(values.w) }

    /// Whether two colours have equal spaces, components and alphas.
    public static func == (left: CGColor, right: CGColor) -> Bool {
        left === right || left.values == right.values && left.space == right.space
    }

    /// Hashes space, components and alpha.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(space)
        hasher.combine(values)
    }
}

extension ColorValues {
    /// Reads the components of a space and alpha.
    init(_ components: UnsafePointer<CGFloat>, in space: CGColorSpace) {
        switch space.numberOfComponents {
        case 1:
            let grey = components[0].native
            self.init(grey, grey, grey, components[1].native)
        default:
            self.init(components[0].native, components[1].native, components[2].native, components[3].native)
        }
    }
}

extension CGColor: _ExpressibleByColorLiteral {
    /// Makes a colour in sRGB from a colour literal.
    public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }
}
