import Foundation
import MainspringAnimation
@_spi(Tools) import MainspringGraphics
import MainspringRendering
import SeededRandom
import Testing

@testable import Atlas

@Suite @MainActor struct WayPicturesTests {
    private static let view = CGSize(width: 940, height: 720)
    private let field = CityField()

    @Test func `at any scale the pictures of two levels are one in all`() {
        for step in 0...280 {
            let zoom = exp2(1 + CGFloat(step) / 40)
            let sum = (1...8).reduce(0) { $0 + WayPictures.weight(of: $1, at: zoom) }
            #expect(abs(sum - 1) < 1e-5, "\(zoom)")
        }
        #expect(WayPictures.weight(of: 1, at: 1) == 0)
    }

    @Test(arguments: Seeds.first(12))
    func `wherever the camera is on its way, the pictures that are seen fill the view`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func camera() -> Camera {
            Camera(
                center: CGPoint(x: .random(in: 0...940, using: &random), y: .random(in: 0...492, using: &random)),
                zoom: exp2(.random(in: 0...7, using: &random)))
        }
        let (start, goal) = (camera(), camera())
        for way in [
            Way.steady(from: start, to: goal, view: Self.view), .inHalves(from: start, to: goal, view: Self.view),
        ] {
            #expect(way.cameras.last == goal)
            let pictures = WayPictures(way, view: Self.view, scale: 1, field, DiscStamps())
            for (index, camera) in way.cameras.enumerated() where camera.zoom >= 2 {
                pictures.play(index..<index + 1, duration: 1, timing: .linear)
                let seen = (pictures.layer.sublayers ?? []).filter { $0.opacity > 0 }
                #expect(abs(seen.reduce(0) { $0 + $1.opacity } - 1) < 1e-4, "seed \(seed), \(index)")
                let visible = camera.visible(in: Self.view).insetBy(dx: 1e-6, dy: 1e-6)
                #expect(seen.allSatisfy { Self.fills($0.frame, visible) }, "seed \(seed), \(index)")
            }
        }
    }

    /// Foundation's own asks whether the union is exactly the first one.
    private static func fills(_ frame: CGRect, _ visible: CGRect) -> Bool {
        frame.minX <= visible.minX && frame.minY <= visible.minY && frame.maxX >= visible.maxX
            && frame.maxY >= visible.maxY
    }

    @Test func `what is drawn ahead is drawn once, and all of it`() {
        let way = Way.steady(
            from: .world, to: Camera(center: CGPoint(x: 500, y: 200), zoom: 32), view: Self.view)
        let pictures = WayPictures(way, view: Self.view, scale: 1, field, DiscStamps())
        let layers = pictures.layer.sublayers ?? []
        #expect(layers.count == 5)
        #expect(pictures.drawNext() && layers.count { $0.contents != nil } == 1)
        pictures.drawAll()
        #expect(layers.allSatisfy { $0.contents != nil } && !pictures.drawNext())
    }

    @Test func `cities that are stamped are those that are drawn`() throws {
        CGContext.installCairo()
        var random = SeededGenerator(seed: 7)
        for number in 0..<60 as Range<Int64> {
            let point = CGPoint(x: .random(in: 98...112, using: &random), y: .random(in: 48...62, using: &random))
            let population = Int64(pow(10, Double.random(in: 3...7.4, using: &random)))
            field.add(CityField.Spot(point: point, population: population, name: "", number: number))
        }
        let (rect, scale) = (CGRect(x: 100, y: 50, width: 10, height: 10), 20 as CGFloat)
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        let context = try #require(
            CGContext(
                data: nil, width: 200, height: 200, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info))
        context.translateBy(x: 0, y: 200)
        context.scaleBy(x: scale, y: -scale)
        context.translateBy(x: -rect.minX, y: -rect.minY)
        CityDiscs.draw(field, 1_000, in: rect, context)
        let drawn = Self.components(try #require(context.makeImage()))
        let stamped = Self.components(try #require(DiscStamps().image(of: field, 1_000, in: rect, scale: scale)))
        #expect(drawn.contains { $0 > 200 } && drawn.count == stamped.count)
        let difference = zip(drawn, stamped).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(drawn.count)
        // An eighth of a pixel beside its place, and of a size's eighth: edges alone differ.
        #expect(difference < 2, "\(difference) levels")
    }

    private static func components(_ image: CGImage) -> [UInt8] {
        var components: [UInt8] = []
        image.withPixelWords { bytes, bytesPerRow in
            for row in 0..<image.height {
                for column in 0..<4 * image.width { components.append(bytes[row * bytesPerRow + column]) }
            }
        }
        return components
    }
}
