internal import Diagnostics
public import Foundation

// What Apple's platforms have for colours and we have not.

/// Not here: repeated tiles as a colour.
@available(*, unavailable, message: "Patterns are not drawn; tile an image by draw(_:in:byTiling:) within a clip.")
public final class CGPattern {}

/// Not here: colours by a function of the place.
@available(*, unavailable, message: "Shadings are not drawn; use a CGGradient with as many colours as needed.")
public final class CGShading {}

/// Not here: a function of numbers.
@available(*, unavailable, message: "Shadings are not drawn; use a CGGradient with as many colours as needed.")
public final class CGFunction {}

/// Not here: the space of four inks of a printer.
@available(*, unavailable, message: "Printers' inks need a profile; give red, green and blue.")
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { unavailable() }

extension CGColorSpace {
    /// Not here: spaces from profiles.
    @available(*, unavailable, message: "ICC profiles are not read; name one of the spaces of CGColorSpace.")
    public convenience init?(iccData: CFTypeRef) { unavailable() }
}

extension CGColorSpace {
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var adobeRGB1998: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var acescgLinear: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var dcip3: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var extendedLinearDisplayP3: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var extendedLinearITUR_2020: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var genericCMYK: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var genericLab: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var genericRGBLinear: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var genericXYZ: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var itur_2020: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var itur_709: CFString { unavailable() }
    /// Not here: spaces of other primaries.
    @available(*, unavailable, message: "Not among the spaces here; sRGB, Display P3 and their kin are.")
    public static var rommrgb: CFString { unavailable() }
}

extension CGColor {
    /// Not here: the inks of a printer.
    @available(*, unavailable, message: "Printers' inks need a profile; give red, green and blue.")
    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) { unavailable() }
}
