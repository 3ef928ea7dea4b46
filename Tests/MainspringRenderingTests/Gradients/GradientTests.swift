import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct GradientTests {
    private func gradient(_ colors: [SIMD4<Double>], _ places: [CGFloat]? = nil) throws -> CGGradient {
        try #require(
            CGGradient(
                colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors.map { CGColor($0) } as CFArray,
                locations: places))
    }

    private static let black = SIMD4<Double>(0, 0, 0, 1)
    private static let white = SIMD4<Double>(1, 1, 1, 1)

    @Test func `along a line each pixel has the colour at its centre`() throws {
        let canvas = try Canvas(100, 10)
        canvas.context.drawLinearGradient(
            try gradient([Self.black, Self.white]), start: CGPoint(x: 10, y: 0), end: CGPoint(x: 90, y: 0), options: [])
        for x in 10..<90 {
            let wanted = Int((255 * (Double(x) + 0.5 - 10) / 80).rounded())
            #expect(isNear(canvas.pixel(x, 5), [wanted, wanted, wanted, 255]), "\(x)")
        }
        #expect(canvas.pixel(9, 5)[3] == 0 && canvas.pixel(90, 5)[3] == 0)
    }

    @Test func `the options say at which end it goes on`() throws {
        for (options, ends) in [
            (CGGradientDrawingOptions.drawsBeforeStartLocation, [255, 0]), (.drawsAfterEndLocation, [0, 255]),
            ([.drawsBeforeStartLocation, .drawsAfterEndLocation], [255, 255]),
        ] {
            let canvas = try Canvas(100, 1)
            canvas.context.drawLinearGradient(
                try gradient([Self.black, Self.white]), start: CGPoint(x: 10, y: 0), end: CGPoint(x: 90, y: 0),
                options: options)
            #expect([canvas.pixel(2, 0)[3], canvas.pixel(97, 0)[3]] == ends)
        }
    }

    @Test func `places may be anywhere, colours jump where two are at one, and outer ones go on`() throws {
        let canvas = try Canvas(100, 1)
        let colors = [SIMD4(1.0, 0, 0, 1), SIMD4(0, 1.0, 0, 1), SIMD4(0, 0, 1.0, 1)]
        canvas.context.drawLinearGradient(
            try gradient(colors, [0.2, 0.5, 0.5]), start: .zero, end: CGPoint(x: 100, y: 0), options: [])
        #expect(canvas.pixel(5, 0) == [255, 0, 0, 255] && isNear(canvas.pixel(48, 0), [13, 242, 0, 255], 3))
        #expect(canvas.pixel(51, 0) == [0, 0, 255, 255] && canvas.pixel(99, 0) == [0, 0, 255, 255])
    }

    @Test func `colours are mixed before alpha is multiplied in`() throws {
        let canvas = try Canvas(101, 1)
        canvas.context.drawLinearGradient(
            try gradient([SIMD4(1, 1, 1, 1), SIMD4(0, 0, 0, 0)]), start: .zero, end: CGPoint(x: 101, y: 0), options: [])
        #expect(isNear(canvas.pixel(50, 0), [64, 64, 64, 128], 2))
    }

    @Test func `circles grow from one to the other`() throws {
        let canvas = try Canvas(100, 100)
        canvas.context.drawRadialGradient(
            try gradient([Self.black, Self.white]), startCenter: CGPoint(x: 50, y: 50), startRadius: 10,
            endCenter: CGPoint(x: 50, y: 50), endRadius: 40, options: [])
        for x in 0..<100 {
            let distance = hypot(Double(x) + 0.5 - 50, 0.5)
            let part = (distance - 10) / 30
            let wanted = (0...1).contains(part) ? Int((255 * part).rounded()) : nil
            #expect(isNear(canvas.pixel(x, 50), wanted.map { [$0, $0, $0, 255] } ?? [0, 0, 0, 0]), "\(x)")
        }
    }

    @Test func `circles of different centres make a cone, whose greater circle lies above`() throws {
        let canvas = try Canvas(100, 100)
        canvas.context.drawRadialGradient(
            try gradient([Self.black, Self.white]), startCenter: CGPoint(x: 20, y: 50), startRadius: 10,
            endCenter: CGPoint(x: 80, y: 50), endRadius: 10, options: [])
        // Of two circles through a point the later one shows.
        for x in 12..<88 {
            let height = (100 - 0.25).squareRoot()
            let part = (Double(x) + 0.5 + height - 20) / 60
            let shown = part <= 1 ? part : (Double(x) + 0.5 - height - 20) / 60
            guard shown > 0.02, shown < 0.98 else { continue }
            let wanted = Int((255 * shown).rounded())
            #expect(isNear(canvas.pixel(x, 50), [wanted, wanted, wanted, 255], 2), "\(x)")
        }
        #expect(canvas.pixel(50, 35)[3] == 0)
    }

    @Test func `a turn begins at its angle and goes round towards growing ones`() throws {
        let canvas = try Canvas(100, 100)
        canvas.context.drawConicGradient(
            try gradient([Self.black, Self.white]), center: CGPoint(x: 50, y: 50), angle: .pi / 2)
        for (x, y, turn) in [(48, 2, 0.0), (2, 51, 0.25), (51, 97, 0.5), (97, 48, 0.75)] {
            let wanted = Int(255 * turn)
            #expect(isNear(canvas.pixel(x, y), [wanted, wanted, wanted, 255], 6), "\(x) \(y)")
        }
    }

    @Test func `the map, the clip and the alpha go for it as for everything`() throws {
        let canvas = try Canvas(100, 100)
        canvas.context.clip(to: CGRect(x: 20, y: 20, width: 50, height: 50))
        canvas.context.scaleBy(x: 1, y: 10)
        canvas.context.setAlpha(0.5)
        canvas.context.drawLinearGradient(
            try gradient([Self.black, Self.white]), start: CGPoint(x: 0, y: 0), end: CGPoint(x: 0, y: 10), options: [])
        #expect(isNear(canvas.pixel(30, 49), [64, 64, 64, 128], 2))
        #expect(canvas.pixel(10, 49)[3] == 0 && canvas.pixel(30, 90)[3] == 0)
    }

    @Test func `a line without a way, and circles without one, are drawn as Apple's rules have it`() throws {
        let canvas = try Canvas(10, 10)
        let ramp = try gradient([Self.black, Self.white])
        canvas.context.drawLinearGradient(ramp, start: CGPoint(x: 5, y: 5), end: CGPoint(x: 5, y: 5), options: [])
        #expect(canvas.pixel(5, 5)[3] == 0)
        canvas.context.drawRadialGradient(
            ramp, startCenter: CGPoint(x: 5, y: 5), startRadius: 3, endCenter: CGPoint(x: 5, y: 5), endRadius: 3,
            options: [])
        #expect(canvas.pixel(5, 5)[3] == 0)
    }
}
