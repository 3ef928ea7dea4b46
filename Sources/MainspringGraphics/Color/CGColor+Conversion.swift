public import Foundation

extension CGColor {
    /// The colour itself, since nothing can change it. Never nil.
    public func copy() -> CGColor? { self }

    /// The same colour with another alpha. Never nil.
    public func copy(alpha: CGFloat) -> CGColor? {
        guard let space = colorSpace else { return nil }
        return CGColor(space: space, values: ColorValues(values.x, values.y, values.z, alpha.native))
    }

    /// The same components in another space, without conversion; nil if that has another number of them.
    ///
    /// Ours: Apple's platforms have it for images only.
    public func copy(colorSpace: CGColorSpace) -> CGColor? {
        guard colorSpace.numberOfComponents == self.colorSpace?.numberOfComponents else { return nil }
        return CGColor(space: colorSpace, values: values)
    }

    /// The colour that looks the same in another space, cut off at its borders unless it is extended. Never nil.
    ///
    /// By way of the amounts of sRGB's lights; a grey of a colour is its luminance. Intent and options have no
    /// influence.
    public func converted(
        to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
    ) -> CGColor? {
        guard let own = colorSpace, own != space else { return self }
        return CGColor(space: space, values: own.definition.converted(values, to: space.definition))
    }
}

extension CGColor {
    /// The one space in which animations mix colours: red, green and blue as sRGB encodes them, each times alpha, and
    /// alpha.
    ///
    /// So CSS mixes its classic colours (CSS Color 4, section 12). Colours of extended spaces keep what is outside of 0
    /// to 1. Costs no allocation.
    package var premultipliedSRGB: SIMD4<Double> {
        let encoded = encodedSRGB
        let alpha = encoded.w
        return SIMD4(encoded.x * alpha, encoded.y * alpha, encoded.z * alpha, alpha)
    }

    /// Makes an sRGB colour from values that alpha was multiplied into; one of alpha 0 or less is clear black.
    package convenience init(premultipliedSRGB values: SIMD4<Double>) {
        let alpha = values.w
        self.init(
            space: .shared(.sRGB),
            values: alpha > 0
                ? ColorValues(values.x / alpha, values.y / alpha, values.z / alpha, alpha) : ColorValues())
    }

    /// Red, green and blue as sRGB encodes them, and alpha beside them.
    package var encodedSRGB: SIMD4<Double> {
        guard let own = colorSpace?.definition else { return .zero }
        if own == .sRGB || own == .deviceRGB { return limited(values) }
        let target: ColorSpaceDefinition = own.isExtended ? .extendedSRGB : .sRGB
        return own.converted(values, to: target)
    }

    private func limited(_ values: ColorValues) -> ColorValues {
        ColorValues(min(max(values.x, 0), 1), min(max(values.y, 0), 1), min(max(values.z, 0), 1), values.w)
    }
}
