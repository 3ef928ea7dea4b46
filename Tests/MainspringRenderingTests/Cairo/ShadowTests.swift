import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct ShadowTests {
    private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

    @Test func `a shadow lies below and away, in the units of device space`() throws {
        let canvas = try Canvas(40, 40)
        canvas.context.scaleBy(x: 2, y: 2)
        canvas.context.setShadow(offset: CGSize(width: 6, height: -4), blur: 0, color: Self.blue)
        canvas.fill(Self.red, CGRect(x: 5, y: 10, width: 5, height: 5))
        // From 10 to 20 in columns, and 10 to 20 in rows from above; the shadow is 6 to the right and 4 down.
        #expect(canvas.pixel(10, 10) == [255, 0, 0, 255] && canvas.pixel(19, 19) == [255, 0, 0, 255])
        #expect(canvas.pixel(25, 23) == [0, 0, 255, 255] && canvas.pixel(16, 23) == [0, 0, 255, 255])
        #expect(canvas.pixel(15, 22)[3] == 0 && canvas.pixel(26, 20)[3] == 0 && canvas.pixel(25, 24)[3] == 0)
    }

    @Test func `its edge is that of a bell with half the blur`() throws {
        let canvas = try Canvas(100, 100)
        canvas.context.setShadow(offset: CGSize(width: 200, height: 0), blur: 8, color: Self.blue)
        canvas.fill(Self.red, CGRect(x: -170, y: 20, width: 40, height: 60))
        for x in 10..<90 {
            func part(_ distance: Double) -> Double { 0.5 * (1 + erf(distance / (4 * 2.0.squareRoot()))) }
            let centre = Double(x) + 0.5
            let wanted = 255 * (part(centre - 30) - part(centre - 70))
            #expect(abs(Double(canvas.pixel(x, 50)[3]) - wanted) < 9, "\(x)")
        }
    }

    @Test func `what is transparent casts a fainter one, and its alpha counts once`() throws {
        let canvas = try Canvas(40, 10)
        canvas.context.setAlpha(0.5)
        canvas.context.setShadow(
            offset: CGSize(width: 20, height: 0), blur: 0, color: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5))
        canvas.fill(Self.red, CGRect(x: 5, y: 0, width: 10, height: 10))
        #expect(isNear(canvas.pixel(10, 5), [128, 0, 0, 128]) && isNear(canvas.pixel(30, 5), [0, 0, 64, 64]))
    }

    @Test func `a layer casts one shadow, what is in it none`() throws {
        let canvas = try Canvas(60, 10)
        canvas.context.setShadow(offset: CGSize(width: 20, height: 0), blur: 0, color: Self.blue)
        canvas.context.beginTransparencyLayer(auxiliaryInfo: nil)
        canvas.fill(Self.red, CGRect(x: 0, y: 0, width: 10, height: 10))
        canvas.fill(Self.red, CGRect(x: 20, y: 0, width: 10, height: 10))
        canvas.context.endTransparencyLayer()
        #expect(canvas.pixel(25, 5) == [255, 0, 0, 255] && canvas.pixel(45, 5) == [0, 0, 255, 255])
        #expect(canvas.pixel(15, 5)[3] == 0)
    }

    @Test func `the clip cuts it off, masks too, but what casts it may lie outside`() throws {
        let canvas = try Canvas(40, 10)
        canvas.context.clip(to: CGRect(x: 20, y: 0, width: 10, height: 10))
        canvas.context.clip(
            to: CGRect(x: 0, y: 0, width: 40, height: 10), mask: try #require(.grey([[128]], isMask: false)))
        canvas.context.setShadow(offset: CGSize(width: 20, height: 0), blur: 0, color: Self.blue)
        canvas.fill(Self.red, CGRect(x: 5, y: 0, width: 10, height: 10))
        #expect(
            isNear(canvas.pixel(27, 5), [0, 0, 128, 128]) && canvas.pixel(10, 5)[3] == 0 && canvas.pixel(32, 5)[3] == 0)
    }

    @Test func `an image and a line cast what they are`() throws {
        let canvas = try Canvas(40, 10)
        canvas.context.setShadow(offset: CGSize(width: 20, height: 0), blur: 0, color: Self.blue)
        canvas.context.draw(
            try #require(.made([[[255, 0, 0, 255], [0, 0, 0, 0]]])), in: CGRect(x: 0, y: 4, width: 2, height: 1))
        canvas.context.setLineWidth(2)
        canvas.context.move(to: CGPoint(x: 5, y: 5))
        canvas.context.addLine(to: CGPoint(x: 10, y: 5))
        canvas.context.strokePath()
        #expect(canvas.pixel(20, 5) == [0, 0, 255, 255] && canvas.pixel(21, 5)[3] == 0)
        #expect(canvas.pixel(27, 4) == [0, 0, 255, 255] && canvas.pixel(27, 6)[3] == 0)
    }

    @Test(arguments: [1e6, 1e9, 1e300])
    func `a shadow of any blur and distance is drawn or not seen`(number: CGFloat) throws {
        let canvas = try Canvas(20, 20)
        canvas.context.setShadow(offset: CGSize(width: number, height: 0), blur: 3, color: Self.blue)
        canvas.fill(Self.red, CGRect(x: 5, y: 5, width: 5, height: 5))
        canvas.context.setShadow(offset: .zero, blur: number, color: Self.blue)
        canvas.fill(Self.red, CGRect(x: 5, y: 5, width: 5, height: 5))
        #expect(canvas.pixel(7, 12) == [255, 0, 0, 255])
    }
}
