import Foundation

/// The spaces that there are, by the values of Apple's names.
enum ColorSpaceDefinition: String, Sendable {
    case sRGB = "kCGColorSpaceSRGB"
    case linearSRGB = "kCGColorSpaceLinearSRGB"
    case extendedSRGB = "kCGColorSpaceExtendedSRGB"
    case extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
    case displayP3 = "kCGColorSpaceDisplayP3"
    case deviceRGB = "kCGColorSpaceDeviceRGB"
    case genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
    case linearGray = "kCGColorSpaceLinearGray"
    case extendedGray = "kCGColorSpaceExtendedGray"
    case extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
    case deviceGray = "kCGColorSpaceDeviceGray"

    /// How a component becomes an amount of light.
    enum Curve {
        case linear
        case sRGB
        case power2_2
    }

    var isGray: Bool {
        switch self {
        case .genericGrayGamma2_2, .linearGray, .extendedGray, .extendedLinearGray, .deviceGray: true
        default: false
        }
    }

    var isExtended: Bool {
        switch self {
        case .extendedSRGB, .extendedLinearSRGB, .extendedGray, .extendedLinearGray: true
        default: false
        }
    }

    var curve: Curve {
        switch self {
        case .linearSRGB, .extendedLinearSRGB, .linearGray, .extendedLinearGray: .linear
        case .genericGrayGamma2_2: .power2_2
        default: .sRGB
        }
    }

    /// Whether its components are sRGB's own, a grey's being all three of them.
    var isEncodedSRGB: Bool { curve == .sRGB && self != .displayP3 }
}

extension ColorSpaceDefinition.Curve {
    /// The amount of light of a component; below zero the curve is mirrored.
    func light(_ component: Double) -> Double {
        let size = abs(component)
        let light =
            switch self {
            case .linear: size
            // IEC 61966-2-1.
            case .sRGB: size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
            case .power2_2: pow(size, 2.2)
            }
        return component < 0 ? -light : light
    }

    /// The component of an amount of light; below zero the curve is mirrored.
    func component(_ light: Double) -> Double {
        let size = abs(light)
        // White stays white to the last bit.
        if size == 1 { return light }
        let component =
            switch self {
            case .linear: size
            case .sRGB: size <= 0.003_130_8 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
            case .power2_2: pow(size, 1 / 2.2)
            }
        return light < 0 ? -component : component
    }
}
