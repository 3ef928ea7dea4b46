import Foundation
import SeededRandom
import Testing

@testable import MainspringGraphics

@Suite struct ColorConversionTests {
    static let names: [CFString] = [
        CGColorSpace.sRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedSRGB, CGColorSpace.extendedLinearSRGB,
        CGColorSpace.displayP3, CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearGray, CGColorSpace.extendedGray,
        CGColorSpace.extendedLinearGray, "kCGColorSpaceDeviceRGB", "kCGColorSpaceDeviceGray",
    ]

    @Test(arguments: names)
    func `a space is found by its name and equal to itself`(name: CFString) throws {
        let space = try #require(CGColorSpace(name: name))
        #expect(space.name == name && space == CGColorSpace(name: name) && space.supportsOutput)
        #expect(space.numberOfComponents == (space.model == .monochrome ? 1 : 3))
        #expect(CGColorSpaceUsesExtendedRange(space) == name.contains("Extended"))
        #expect(
            space.isWideGamutRGB
                == (name.contains("ExtendedS") || name.contains("ExtendedLinearS") || name.contains("P3")))
    }

    @Test func `an unknown name is no space`() {
        #expect(CGColorSpace(name: "kCGColorSpaceNone") == nil && CGColorSpace(name: "") == nil)
        #expect(CGColorSpace(name: CGColorSpace.sRGB) != CGColorSpaceCreateDeviceRGB())
    }

    /// Values of IEC 61966-2-1, computed with thirty digits.
    @Test(
        arguments: [
            (0, 0), (0.04045, 0.003_130_804_953_560_37), (0.5, 0.214_041_140_482_232_64), (1, 1),
            (0.02, 0.001_547_987_616_099_071),
        ] as [(Double, Double)])
    func `sRGB's curve is the standard's`(encoded: Double, light: Double) {
        let curve = ColorSpaceDefinition.Curve.sRGB
        #expect(abs(curve.light(encoded) - light) < 1e-12 && abs(curve.light(-encoded) + light) < 1e-12)
        #expect(abs(curve.component(light) - encoded) < 1e-6)
    }

    /// The map from one set of primaries to XYZ, by the definition: the lights add up to white.
    private func xyz(_ primaries: [(Double, Double)]) -> [[Double]] {
        let white = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
        let columns = primaries.map { [$0.0 / $0.1, 1, (1 - $0.0 - $0.1) / $0.1] }
        let rows = (0..<3).map { row in columns.map { $0[row] } }
        let scale = solve(rows, white)
        return rows.map { row in zip(row, scale).map(*) }
    }

    /// Cramer's rule.
    private func solve(_ m: [[Double]], _ v: [Double]) -> [Double] {
        func determinant(_ m: [[Double]]) -> Double {
            let first = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            let second = m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            return first - second + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
        return (0..<3).map { column in
            var replaced = m
            for row in 0..<3 { replaced[row][column] = v[row] }
            return determinant(replaced) / determinant(m)
        }
    }

    @Test(arguments: [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(0.3, 0.5, 0.8), SIMD3(1, 1, 1)])
    func `display P3 is what its primaries say`(lights: SIMD3<Double>) throws {
        let p3 = xyz([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)])
        let standard = xyz([(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)])
        let stimuli = p3.map { $0[0] * lights.x + $0[1] * lights.y + $0[2] * lights.z }
        let expected = solve(standard, stimuli)
        let curve = ColorSpaceDefinition.Curve.sRGB
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let target = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        let color = CGColor(
            space: space,
            values: SIMD4(curve.component(lights.x), curve.component(lights.y), curve.component(lights.z), 1))
        let found = try #require(color.converted(to: target, intent: .defaultIntent, options: nil))
        #expect(near(found.values, SIMD4(expected[0], expected[1], expected[2], 1), 1e-7))
        let back = try #require(found.converted(to: space, intent: .defaultIntent, options: nil))
        #expect(near(back.values, color.values, 1e-6))
    }

    @Test(arguments: Seeds.first(8))
    func `a conversion there and back changes nothing`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let spaces = try Self.names.map { try #require(CGColorSpace(name: $0)) }.filter { $0.model == .rgb }
        for source in spaces {
            // Within sRGB, so that every space has the colour.
            let values = SIMD4(
                random.number(0...1).native, random.number(0...1).native, random.number(0...1).native, 0.5)
            let standard = CGColor(premultipliedSRGB: values * SIMD4(0.5, 0.5, 0.5, 1))
            let color = try #require(standard.converted(to: source, intent: .defaultIntent, options: nil))
            for target in spaces {
                let there = try #require(color.converted(to: target, intent: .perceptual, options: nil))
                let back = try #require(there.converted(to: source, intent: .perceptual, options: nil))
                #expect(there.colorSpace == target && there.alpha == 0.5)
                #expect(near(back.values, color.values, 1e-6), "seed \(seed), \(source) to \(target)")
            }
        }
    }

    @Test func `the grey of a colour is its luminance`() throws {
        let grey = try #require(CGColorSpace(name: CGColorSpace.linearGray))
        for (color, luminance) in [
            (CGColor(red: 1, green: 0, blue: 0, alpha: 1), 0.2126),
            (CGColor(red: 0, green: 1, blue: 0, alpha: 1), 0.7152),
            (CGColor(red: 0, green: 0, blue: 1, alpha: 1), 0.0722), (CGColor.white, 1),
        ] {
            let converted = try #require(color.converted(to: grey, intent: .defaultIntent, options: nil))
            #expect(near(converted.components?[0] ?? -1, CGFloat(luminance)))
        }
    }

    @Test func `a generic grey has a little more light in sRGB's curve`() {
        // 0.5 to the power of 2.2 is 0.2176 of the light, which sRGB encodes as 0.5039.
        #expect(near(CGColor(gray: 0.5, alpha: 1).premultipliedSRGB, SIMD4(0.503_867, 0.503_867, 0.503_867, 1), 1e-6))
    }
}
