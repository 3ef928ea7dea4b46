extension CGColorSpace {
    /// sRGB: IEC 61966-2-1, components from 0 to 1.
    public static let sRGB: CFString = ColorSpaceDefinition.sRGB.rawValue
    /// sRGB's colours with components that stand for amounts of light.
    public static let linearSRGB: CFString = ColorSpaceDefinition.linearSRGB.rawValue
    /// sRGB, with components below 0 and above 1 for what sRGB has not.
    public static let extendedSRGB: CFString = ColorSpaceDefinition.extendedSRGB.rawValue
    /// Amounts of sRGB's lights, also below 0 and above 1.
    public static let extendedLinearSRGB: CFString = ColorSpaceDefinition.extendedLinearSRGB.rawValue
    /// The wider colours of newer screens, with sRGB's curve.
    public static let displayP3: CFString = ColorSpaceDefinition.displayP3.rawValue
    /// Grey with a power of 2.2 between component and light.
    public static let genericGrayGamma2_2: CFString = ColorSpaceDefinition.genericGrayGamma2_2.rawValue
    /// Grey whose component is the amount of light.
    public static let linearGray: CFString = ColorSpaceDefinition.linearGray.rawValue
    /// Grey with sRGB's curve, with components below 0 and above 1.
    public static let extendedGray: CFString = ColorSpaceDefinition.extendedGray.rawValue
    /// Amounts of light, also below 0 and above 1.
    public static let extendedLinearGray: CFString = ColorSpaceDefinition.extendedLinearGray.rawValue
}
