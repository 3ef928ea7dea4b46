import Foundation
import MainspringGraphics
import Testing

@testable import MainspringRendering

@Suite struct CairoEngineTests {
    static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    static let whole = CGRect(x: 0, y: 0, width: 20, height: 20)

    @Test func `y grows upwards from the lower left corner`() throws {
        let canvas = try Canvas()
        canvas.fill(Self.red, CGRect(x: 2, y: 1, width: 3, height: 4))
        #expect(canvas.pixel(2, 18) == [255, 0, 0, 255] && canvas.pixel(4, 15) == [255, 0, 0, 255])
        #expect(canvas.pixel(2, 19)[3] == 0 && canvas.pixel(2, 14)[3] == 0 && canvas.pixel(5, 18)[3] == 0)
    }

    @Test func `edges within a pixel cover their part of it, unless they are not to be smoothed`() throws {
        let canvas = try Canvas()
        canvas.fill(Self.red, CGRect(x: 2.5, y: 2, width: 4.25, height: 4))
        #expect(isNear([canvas.pixel(2, 15)[3], canvas.pixel(6, 15)[3]], [128, 191], 2))
        canvas.context.setShouldAntialias(false)
        canvas.fill(Self.red, CGRect(x: 10.4, y: 2, width: 4.2, height: 4))
        #expect([9, 10, 14, 15].map { canvas.pixel($0, 15)[3] } == [0, 255, 255, 0])
    }

    @Test(arguments: [(CGPathFillRule.winding, 255), (.evenOdd, 0)])
    func `the rule says whether an area that is gone round twice is filled`(rule: CGPathFillRule, alpha: Int) throws {
        let canvas = try Canvas()
        canvas.context.addRect(CGRect(x: 2, y: 2, width: 16, height: 16))
        canvas.context.addRect(CGRect(x: 6, y: 6, width: 8, height: 8))
        canvas.context.fillPath(using: rule)
        #expect(canvas.pixel(10, 10)[3] == alpha && canvas.pixel(3, 10)[3] == 255)
    }

    @Test func `curves are Cairo's within a pixel, quadratic ones too`() throws {
        let canvas = try Canvas(100, 100)
        canvas.context.move(to: CGPoint(x: 10, y: 10))
        canvas.context.addQuadCurve(to: CGPoint(x: 90, y: 10), control: CGPoint(x: 50, y: 90))
        canvas.context.fillPath()
        // The curve's highest point is half as high as its control point.
        #expect(canvas.pixel(50, 100 - 49)[3] == 255 && canvas.pixel(50, 100 - 52)[3] == 0)
        canvas.context.fillEllipse(in: CGRect(x: 20, y: 60, width: 40, height: 30))
        #expect(canvas.pixel(40, 25)[3] == 255 && canvas.pixel(21, 38)[3] == 0)
    }

    @Test func `a pen is round in user space`() throws {
        let canvas = try Canvas(40, 40)
        canvas.context.scaleBy(x: 4, y: 1)
        canvas.context.setLineWidth(2)
        canvas.context.move(to: CGPoint(x: 5, y: 5))
        canvas.context.addLine(to: CGPoint(x: 5, y: 35))
        canvas.context.strokePath()
        // Two units wide, each four pixels.
        let row = canvas.alphas[20]
        #expect(row.filter { $0 == 255 }.count == 8 && row[15] == 0 && row[16] == 255 && row[23] == 255 && row[24] == 0)
    }

    @Test func `dashes begin after the phase`() throws {
        let canvas = try Canvas(40, 4)
        canvas.context.setLineWidth(4)
        canvas.context.setLineDash(phase: 2, lengths: [6, 4])
        canvas.context.move(to: CGPoint(x: 0, y: 2))
        canvas.context.addLine(to: CGPoint(x: 40, y: 2))
        canvas.context.strokePath()
        let drawn = canvas.alphas[1].map { $0 == 255 }
        #expect(drawn == (0..<40).map { ($0 + 2) % 10 < 6 })
    }

    @Test func `a transparency layer is drawn as one thing, and cut off once`() throws {
        let canvas = try Canvas()
        canvas.context.clip(to: CGRect(x: 2.5, y: 0, width: 10, height: 20))
        canvas.context.setAlpha(0.5)
        canvas.context.beginTransparencyLayer(auxiliaryInfo: nil)
        canvas.fill(Self.red, CGRect(x: 0, y: 0, width: 10, height: 20))
        canvas.fill(Self.red, CGRect(x: 5, y: 0, width: 10, height: 20))
        canvas.context.endTransparencyLayer()
        #expect(isNear(canvas.pixel(7, 10), [128, 0, 0, 128]) && isNear(canvas.pixel(11, 10), [128, 0, 0, 128]))
        #expect(isNear([canvas.pixel(2, 10)[3]], [64], 2), "half of the pixel, half of the alpha")
        #expect(canvas.pixel(13, 10)[3] == 0)
    }

    @Test func `layers lie in each other, and clips in them end with them`() throws {
        let canvas = try Canvas()
        canvas.context.setAlpha(0.5)
        canvas.context.beginTransparencyLayer(auxiliaryInfo: nil)
        canvas.context.saveGState()
        canvas.context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 20))
        canvas.context.setAlpha(0.5)
        canvas.context.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 20, height: 10), auxiliaryInfo: nil)
        canvas.fill(Self.red, Self.whole)
        canvas.context.endTransparencyLayer()
        canvas.context.restoreGState()
        canvas.fill(Self.red, CGRect(x: 15, y: 0, width: 5, height: 20))
        canvas.context.endTransparencyLayer()
        #expect(isNear(canvas.pixel(5, 15), [64, 0, 0, 64], 2) && canvas.pixel(5, 5)[3] == 0)
        #expect(isNear(canvas.pixel(17, 5), [128, 0, 0, 128]) && canvas.pixel(12, 15)[3] == 0)
    }

    @Test func `a mask lets through what it covers, a grey image what it lights`() throws {
        for (isMask, rows) in [(true, [[0, 255], [128, 255]]), (false, [[255, 0], [127, 0]])] as [(Bool, [[UInt8]])] {
            let canvas = try Canvas()
            let mask = try #require(CGImage.grey(rows, isMask: isMask))
            canvas.context.clip(to: CGRect(x: 4, y: 4, width: 8, height: 8), mask: mask)
            canvas.fill(Self.red, Self.whole)
            #expect(canvas.pixel(5, 20 - 11) == [255, 0, 0, 255], "the first row is the upper one")
            #expect(isNear(canvas.pixel(5, 20 - 6), [127, 0, 0, 127], 2))
            #expect(canvas.pixel(9, 20 - 11)[3] == 0 && canvas.pixel(2, 10)[3] == 0 && canvas.pixel(13, 10)[3] == 0)
        }
    }

    @Test func `two masks and a path let through what all do, and go with the state`() throws {
        let canvas = try Canvas()
        let half = try #require(CGImage.grey([[128]], isMask: false))
        canvas.context.saveGState()
        canvas.context.clip(to: Self.whole, mask: half)
        canvas.context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 20), mask: half)
        canvas.context.clip(to: CGRect(x: 0, y: 0, width: 20, height: 10))
        canvas.fill(Self.red, Self.whole)
        canvas.context.restoreGState()
        #expect(isNear(canvas.pixel(5, 15), [64, 0, 0, 64], 2))
        #expect(canvas.pixel(5, 5)[3] == 0 && canvas.pixel(15, 15)[3] == 0)
        canvas.fill(Self.red, CGRect(x: 15, y: 0, width: 5, height: 5))
        #expect(canvas.pixel(17, 17)[3] == 255)
    }

    @Test func `clearing takes everything away, whatever else was said`() throws {
        let canvas = try Canvas()
        canvas.fill(Self.red, Self.whole)
        canvas.context.setAlpha(0.1)
        canvas.context.setBlendMode(.multiply)
        canvas.context.setShadow(offset: .zero, blur: 3)
        canvas.context.clear(CGRect(x: 0, y: 0, width: 10, height: 20))
        #expect(canvas.pixel(5, 5) == [0, 0, 0, 0] && canvas.pixel(10, 5) == [255, 0, 0, 255])
    }

    @Test(arguments: [1e7, 1e9, 1e30, 1e300])
    func `what goes farther than Cairo counts is cut off where nobody sees it`(far: CGFloat) throws {
        let canvas = try Canvas()
        canvas.fill(Self.red, CGRect(x: 10, y: -far, width: 2 * far, height: 2 * far))
        #expect(canvas.pixel(9, 5)[3] == 0 && canvas.pixel(10, 5)[3] == 255 && canvas.pixel(19, 19)[3] == 255)
        canvas.context.clear(Self.whole)
        if far <= 1e9 {
            // Beyond that a number does not know where the edge is.
            canvas.context.fillEllipse(in: CGRect(x: -far, y: -2 * far + 10, width: 2 * far, height: 2 * far))
            #expect(canvas.pixel(10, 12)[3] == 255 && canvas.pixel(10, 8)[3] == 0)
        }
        canvas.context.clear(Self.whole)
        canvas.context.setLineWidth(4)
        canvas.context.move(to: CGPoint(x: -far, y: 10))
        canvas.context.addLine(to: CGPoint(x: far, y: 10))
        canvas.context.strokePath()
        #expect(canvas.pixel(10, 9)[3] == 255 && canvas.pixel(10, 13)[3] == 0)
        canvas.context.clear(Self.whole)
        canvas.context.clear(Self.whole)
        canvas.context.clip(to: CGRect(x: 10, y: -far, width: 2 * far, height: 2 * far))
        canvas.fill(Self.red, Self.whole)
        #expect(canvas.pixel(9, 9)[3] == 0 && canvas.pixel(10, 9)[3] == 255)
    }
}
