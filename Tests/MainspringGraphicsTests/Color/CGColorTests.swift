import Foundation
import Testing

@testable import MainspringGraphics

@Suite struct CGColorTests {
    @Test func `components end with alpha, one for grey and three for the rest`() {
        let red = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.75)
        #expect(red.components == [1, 0.5, 0.25, 0.75] && red.numberOfComponents == 4 && red.alpha == 0.75)
        #expect(red.colorSpace?.name == CGColorSpace.sRGB && red.colorSpace?.model == .rgb)
        let grey = CGColor(gray: 0.5, alpha: 0.25)
        #expect(grey.components == [0.5, 0.25] && grey.numberOfComponents == 2)
        #expect(grey.colorSpace?.name == CGColorSpace.genericGrayGamma2_2 && grey.colorSpace?.model == .monochrome)
        #expect(grey == CGColor(genericGrayGamma2_2Gray: 0.5, alpha: 0.25))
    }

    @Test func `black, white and clear are greys`() {
        #expect(CGColor.black.components == [0, 1] && CGColor.white.components == [1, 1])
        #expect(CGColor.clear.components == [0, 0])
    }

    @Test func `colours are equal by space, components and alpha`() throws {
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        #expect(red == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(Set([red, CGColor(red: 1, green: 0, blue: 0, alpha: 1)]).count == 1)
        let device = try #require(CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0, 0, 1]))
        #expect(red != device)
        #expect(red != CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(device == CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0, 0, 1]))
    }

    @Test func `a copy has another alpha, or other meanings of the same components`() throws {
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        #expect(red.copy() === red)
        #expect(red.copy(alpha: 0.25)?.components == [1, 0, 0, 0.25])
        let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        #expect(red.copy(colorSpace: linear)?.components == [1, 0, 0, 1])
        #expect(red.copy(colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
    }

    @Test(arguments: strangeNumbers)
    func `a component that is no number is 0, and alpha stays between 0 and 1`(number: CGFloat) {
        let color = CGColor(red: number, green: 0, blue: 0, alpha: number)
        #expect(color == CGColor(red: number, green: 0, blue: 0, alpha: number))
        #expect((0...1).contains(color.alpha))
        let values = color.premultipliedSRGB
        #expect((0..<4).allSatisfy { (0...1).contains(values[$0]) })
        #expect(CGColor(gray: number, alpha: number).alpha == color.alpha)
    }

    @Test func `animations see encoded sRGB times alpha, and give it back`() {
        let color = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.5)
        #expect(color.premultipliedSRGB == SIMD4(0.5, 0.25, 0.125, 0.5))
        #expect(CGColor(premultipliedSRGB: color.premultipliedSRGB) == color)
        #expect(CGColor(premultipliedSRGB: SIMD4(0.5, 0.5, 0.5, 0)).components == [0, 0, 0, 0])
        #expect(CGColor.white.premultipliedSRGB == SIMD4(1, 1, 1, 1) && CGColor.clear.premultipliedSRGB == .zero)
        let grey = CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.5, 1])
        #expect(grey?.premultipliedSRGB == SIMD4(0.5, 0.5, 0.5, 1))
    }

    @Test func `only an extended space keeps what is outside`() throws {
        let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
        let bright = try #require(CGColor(colorSpace: extended, components: [1.5, -0.5, 0, 1]))
        #expect(bright.premultipliedSRGB == SIMD4(1.5, -0.5, 0, 1))
        let standard = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        #expect(bright.converted(to: standard, intent: .defaultIntent, options: nil)?.components == [1, 0, 0, 1])
        let outside = CGColor(red: 1.5, green: -0.5, blue: 0, alpha: 1)
        #expect(outside.components == [1.5, -0.5, 0, 1])
        #expect(outside.premultipliedSRGB == SIMD4(1, 0, 0, 1))
    }

    @Test func `a colour literal is an sRGB colour`() {
        let color: CGColor = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
        #expect(color.components == [1, 0.5, 0, 1])
    }
}
