import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

@Suite struct ImageDrawingTests {
    /// Red and green above, blue and half of white below.
    static let four: [[[UInt8]]] = [
        [[255, 0, 0, 255], [0, 255, 0, 255]], [[0, 0, 255, 255], [128, 128, 128, 128]],
    ]

    private func image() throws -> CGImage { try #require(CGImage.made(Self.four)) }

    @Test(arguments: [CGInterpolationQuality.none, .low, .default, .high])
    func `an image of its own size is drawn as it is, its first row uppermost`(quality: CGInterpolationQuality) throws {
        let canvas = try Canvas(4, 4)
        canvas.context.interpolationQuality = quality
        canvas.context.draw(try image(), in: CGRect(x: 1, y: 1, width: 2, height: 2))
        for y in 0..<2 {
            for x in 0..<2 { #expect(canvas.pixel(x + 1, y + 1) == Self.four[y][x].map(Int.init), "\(quality)") }
        }
        #expect(canvas.pixel(0, 0)[3] == 0 && canvas.pixel(3, 3)[3] == 0)
    }

    @Test func `without interpolation pixels become squares`() throws {
        let canvas = try Canvas(20, 20)
        canvas.context.interpolationQuality = .none
        canvas.context.draw(try image(), in: CGRect(x: 0, y: 0, width: 20, height: 20))
        #expect(canvas.pixel(9, 9) == [255, 0, 0, 255] && canvas.pixel(10, 9) == [0, 255, 0, 255])
        #expect(canvas.pixel(9, 10) == [0, 0, 255, 255] && canvas.pixel(19, 19) == [128, 128, 128, 128])
    }

    @Test func `with it they run into each other, and edges stay whole`() throws {
        let canvas = try Canvas(20, 20)
        canvas.context.draw(try image(), in: CGRect(x: 0, y: 0, width: 20, height: 20))
        let middle = canvas.pixel(10, 0)
        #expect(middle[0] > 50 && middle[1] > 50 && middle[3] == 255)
        #expect(canvas.pixel(0, 0) == [255, 0, 0, 255])
    }

    @Test func `a turned map turns the image`() throws {
        let canvas = try Canvas(4, 4)
        canvas.context.translateBy(x: 4, y: 0)
        canvas.context.rotate(by: .pi / 2)
        canvas.context.draw(try image(), in: CGRect(x: 0, y: 0, width: 4, height: 4))
        // A quarter against the clock: what was on the right is above.
        #expect(canvas.pixel(0, 0) == [0, 255, 0, 255] && canvas.pixel(0, 3) == [255, 0, 0, 255])
        #expect(canvas.pixel(3, 3) == [0, 0, 255, 255])
    }

    @Test func `tiles fill the clip from the rectangle on`() throws {
        let canvas = try Canvas(6, 6)
        canvas.context.interpolationQuality = .none
        canvas.context.clip(to: CGRect(x: 0, y: 0, width: 6, height: 5))
        canvas.context.draw(try image(), in: CGRect(x: 1, y: 1, width: 2, height: 2), byTiling: true)
        // The tile's upper left pixel is at column 1 and row 3, and so every second one.
        for y in 1..<6 {
            for x in 0..<6 {
                #expect(canvas.pixel(x, y) == Self.four[(y + 1) % 2][(x + 1) % 2].map(Int.init), "\(x) \(y)")
            }
        }
        #expect(canvas.pixel(0, 0)[3] == 0)
    }

    @Test func `a mask is drawn in the fill colour`() throws {
        let canvas = try Canvas(2, 1)
        canvas.context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5))
        canvas.context.draw(try #require(.grey([[0, 128]], isMask: true)), in: CGRect(x: 0, y: 0, width: 2, height: 1))
        #expect(isNear(canvas.pixel(0, 0), [0, 0, 128, 128]) && isNear(canvas.pixel(1, 0), [0, 0, 64, 64]))
    }

    @Test func `alpha makes an image fainter`() throws {
        let canvas = try Canvas(2, 2)
        canvas.context.setAlpha(0.5)
        canvas.context.draw(try image(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(isNear(canvas.pixel(0, 0), [128, 0, 0, 128]) && isNear(canvas.pixel(1, 1), [64, 64, 64, 64]))
    }
}
