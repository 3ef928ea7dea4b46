import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct ValueBlendTests {
    @Test func `a value goes into its kind's form and back`() throws {
        let rows: [(ValueKind, Any)] = [
            (.number, CGFloat(1.5)), (.point, CGPoint(x: 1, y: 2)), (.size, CGSize(width: 3, height: 4)),
            (.rect, CGRect(x: 1, y: 2, width: 3, height: 4)), (.transform, CATransform3DMakeScale(1, 2, 3)),
            (.color, CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1)),
            (.path, CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)), (.step, "a name"),
        ]
        for (kind, value) in rows {
            let form = try #require(kind.value(of: value))
            #expect(kind.any(form) as? AnyHashable == value as? AnyHashable, "\(kind)")
        }
    }

    @Test func `numbers of any type are numbers`() {
        let values: [Any] = [2, 2.0, Float(2), CGFloat(2), NSNumber(value: 2), UInt8(2), Decimal(2)]
        for value in values { #expect(ValueKind.number.value(of: value) == number(2), "\(type(of: value))") }
    }

    @Test func `a value of another kind is refused`() {
        let kinds: [ValueKind] = [
            .number, .point, .size, .rect, .color, .transform, .path, .numbers, .colors, .input(.scale),
        ]
        for kind in kinds { #expect(kind.value(of: "text") == nil, "\(kind)") }
        #expect(ValueKind.point.value(of: CGSize.zero) == nil)
        #expect(ValueKind.numbers.value(of: [1, "two"] as [Any]) == nil)
        #expect(ValueKind.colors.value(of: [CGColor.black, 1] as [Any]) == nil)
        #expect(ValueKind.input(.scale).value(of: [1, 2]) == nil)
    }

    @Test func `a value function takes one number, or three`() {
        #expect(ValueKind.input(.rotateZ).value(of: 1.5) == number(1.5))
        #expect(ValueKind.input(.scale).value(of: [1, 2, 3]) == .vector(SIMD4(1, 2, 3, 0)))
        #expect(ValueKind.input(.scale).value(of: 2) == .vector(SIMD4(2, 2, 2, 0)))
    }

    @Test func `colours are blended with alpha multiplied into them`() throws {
        let red = try #require(ValueKind.color.value(of: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)))
        let clear = try #require(ValueKind.color.value(of: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0)))
        let middle = ValueKind.color.any(ValueBlend(from: red, to: clear).value(at: 0.5)) as? CGColor
        // Nothing of the blue, which cannot be seen.
        #expect(middle?.components == [1, 0, 0, 0.5])
    }

    @Test func `paths of the same elements are blended point by point`() throws {
        func path(_ size: Double) -> CGPath {
            let path = CGMutablePath()
            path.move(to: .zero)
            path.addLine(to: CGPoint(x: size, y: 0))
            path.addQuadCurve(to: CGPoint(x: size, y: size), control: CGPoint(x: 2 * size, y: size / 2))
            path.addCurve(
                to: CGPoint(x: 0, y: size), control1: CGPoint(x: size, y: 3), control2: CGPoint(x: 0, y: 4 * size))
            path.closeSubpath()
            return path
        }
        #expect(ValueBlend(from: .path(path(2)), to: .path(path(6))).value(at: 0.5) == .path(path(4)))
    }

    @Test func `paths of other elements change in the middle`() {
        let square = CGPath(rect: CGRect(x: 0, y: 0, width: 2, height: 2), transform: nil)
        let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 2, height: 2), transform: nil)
        let blend = ValueBlend(from: .path(square), to: .path(circle))
        #expect(blend.value(at: 0.4) == .path(square))
        #expect(blend.value(at: 0.6) == .path(circle))
    }

    @Test func `lists of one length are blended one by one, others change in the middle`() {
        let a = AnimatedValue.vectors([SIMD4(0, 0, 0, 0), SIMD4(4, 0, 0, 0)])
        let b = AnimatedValue.vectors([SIMD4(2, 0, 0, 0), SIMD4(8, 0, 0, 0)])
        let c = AnimatedValue.vectors([SIMD4(2, 0, 0, 0)])
        #expect(ValueBlend(from: a, to: b).value(at: 0.5) == .vectors([SIMD4(1, 0, 0, 0), SIMD4(6, 0, 0, 0)]))
        #expect(ValueBlend(from: a, to: c).value(at: 0.2) == a)
        #expect(ValueBlend(from: a, to: c).value(at: 0.8) == c)
    }

    @Test func `a transform is repeated by squaring, as often as one likes`() {
        let turn = Matrix4.rotation(0.1, about: SIMD3(0, 0, 1))
        let often = AnimatedValue.transform(turn).repeated(37)
        #expect(isNear(often.matrix ?? .identity, .rotation(3.7, about: SIMD3(0, 0, 1)), within: 1e-9))
        #expect(AnimatedValue.transform(turn).repeated(0) == .transform(.identity))
        #expect(AnimatedValue.transform(.identity).repeated(.infinity) == .transform(.identity))
    }
}
