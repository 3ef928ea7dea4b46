import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@Suite struct BlendModeTests {
    static let modes: [CGBlendMode] = (0...27).compactMap { CGBlendMode(rawValue: $0) }

    @Test(arguments: modes)
    func `a mode mixes as its formula says, in every format of a shape`(mode: CGBlendMode) throws {
        var random = SeededGenerator(seed: UInt64(mode.rawValue) + 1)
        for _ in 0..<40 {
            func color() -> SIMD4<Double> {
                var values = SIMD4<Double>()
                for index in 0..<4 { values[index] = Double(UInt8.random(in: 0...255, using: &random)) / 255 }
                if Bool.random(using: &random) { values.w = 1 }
                return values
            }
            let (drawn, ground) = (color(), color())
            let wanted = BlendFormulas.result(mode, drawn, ground)
            // A colour, a picture, a layer; with a mask in the clip that lets all through.
            for way in 0..<4 {
                let canvas = try Canvas(4, 4)
                canvas.fill(CGColor(ground), CGRect(x: 0, y: 0, width: 4, height: 4))
                canvas.context.setBlendMode(mode)
                let rect = CGRect(x: 1, y: 1, width: 2, height: 2)
                switch way {
                case 0: canvas.fill(CGColor(drawn), rect)
                case 1:
                    let pixel = try Canvas(1, 1)
                    pixel.fill(CGColor(drawn), CGRect(x: 0, y: 0, width: 1, height: 1))
                    canvas.context.draw(try #require(pixel.context.makeImage()), in: rect)
                case 2:
                    canvas.context.clip(to: rect)
                    canvas.context.beginTransparencyLayer(auxiliaryInfo: nil)
                    canvas.fill(CGColor(drawn), rect)
                    canvas.context.endTransparencyLayer()
                default:
                    canvas.context.clip(
                        to: CGRect(x: 0, y: 0, width: 4, height: 4), mask: try #require(.grey([[255]], isMask: false)))
                    canvas.fill(CGColor(drawn), rect)
                }
                let result = canvas.pixel(1, 1)
                // What is drawn has been rounded to bytes before it was mixed, which steep formulas make more of.
                let distance = [.colorDodge, .colorBurn].contains(mode) ? 6 : 3
                #expect(isNear(result, wanted.bytes, distance), "\(mode) way \(way): \(drawn) on \(ground)")
                let untouched = BlendFormulas.result(.copy, ground, .zero).bytes
                #expect(
                    isNear(canvas.pixel(0, 0), untouched, 1) && isNear(canvas.pixel(3, 2), untouched, 1),
                    "\(mode) way \(way)")
            }
        }
    }

    @Test(arguments: modes)
    func `half a pixel of a shape changes half of what a whole one does`(mode: CGBlendMode) throws {
        let (drawn, ground) = (SIMD4(0.8, 0.3, 0.1, 0.7), SIMD4(0.2, 0.5, 0.9, 0.6))
        let canvas = try Canvas(4, 4)
        canvas.fill(CGColor(ground), CGRect(x: 0, y: 0, width: 4, height: 4))
        canvas.context.setBlendMode(mode)
        canvas.fill(CGColor(drawn), CGRect(x: 0.5, y: 0, width: 2.5, height: 4))
        let before = BlendFormulas.result(.copy, ground, .zero)
        let half = (before + BlendFormulas.result(mode, drawn, ground)) * 0.5
        // Lightening twice is more than once: there half of the colour is drawn, and what is too light is cut off.
        let distance = mode == .plusLighter ? 40 : 4
        #expect(isNear(canvas.pixel(0, 1), half.bytes, distance))
    }
}

extension CGColor {
    convenience init(_ values: SIMD4<Double>) {
        self.init(srgbRed: values.x, green: values.y, blue: values.z, alpha: values.w)
    }
}

extension SIMD4<Double> {
    fileprivate var bytes: [Int] { (0..<4).map { Int((self[$0] * 255).rounded()) } }
}
