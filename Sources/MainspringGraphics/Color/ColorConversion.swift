import Foundation

/// Red, green and blue, or a grey in all three, with alpha, in some space.
typealias ColorValues = SIMD4<Double>

extension ColorSpaceDefinition {
    /// Values of this space in another one; cut off at 0 and 1 unless the other is extended. Alpha stays.
    func converted(_ values: ColorValues, to target: ColorSpaceDefinition) -> ColorValues {
        if self == target { return values }
        if isEncodedSRGB, target.isEncodedSRGB, isGray || !target.isGray { return target.limited(values) }
        let lights = sRGBLights(
            ColorValues(curve.light(values.x), curve.light(values.y), curve.light(values.z), values.w))
        return target.limited(target.values(ofSRGBLights: lights))
    }

    /// Amounts of sRGB's lights for amounts of this space's.
    private func sRGBLights(_ lights: ColorValues) -> ColorValues {
        self == .displayP3 ? Self.multiply(Self.sRGBFromP3, lights) : lights
    }

    private func values(ofSRGBLights lights: ColorValues) -> ColorValues {
        if isGray {
            // The luminance of sRGB's lights (ITU-R BT.709).
            let grey = curve.component(0.2126 * lights.x + 0.7152 * lights.y + 0.0722 * lights.z)
            return ColorValues(grey, grey, grey, lights.w)
        }
        let own = self == .displayP3 ? Self.multiply(Self.p3FromSRGB, lights) : lights
        return ColorValues(curve.component(own.x), curve.component(own.y), curve.component(own.z), lights.w)
    }

    private func limited(_ values: ColorValues) -> ColorValues {
        guard !isExtended else { return values }
        return ColorValues(
            min(max(values.x, 0), 1), min(max(values.y, 0), 1), min(max(values.z, 0), 1), values.w)
    }

    private static func multiply(_ rows: [[Double]], _ lights: ColorValues) -> ColorValues {
        func row(_ index: Int) -> Double {
            rows[index][0] * lights.x + rows[index][1] * lights.y + rows[index][2] * lights.z
        }
        return ColorValues(row(0), row(1), row(2), lights.w)
    }

    // From the primaries of SMPTE EG 432-1 and ITU-R BT.709 with the white point D65, as in CSS Color 4, section 18.
    private static let sRGBFromP3: [[Double]] = [
        [1.224_940_176_280_561, -0.224_940_176_280_561, 0],
        [-0.042_056_954_709_688, 1.042_056_954_709_688, 0],
        [-0.019_637_554_590_334, -0.078_636_045_550_632, 1.098_273_600_140_966],
    ]
    private static let p3FromSRGB: [[Double]] = [
        [0.822_461_968_714_362, 0.177_538_031_285_638, 0],
        [0.033_194_198_850_962, 0.966_805_801_149_038, 0],
        [0.017_082_631_024_211, 0.072_397_440_663_965, 0.910_519_928_311_824],
    ]
}
