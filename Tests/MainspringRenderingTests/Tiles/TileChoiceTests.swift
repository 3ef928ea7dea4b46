import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// Which tiles are drawn, and with what context.
@Suite struct TileChoiceTests {
    /// How a layer of 600 by 500 is seen on a screen of 256 by 256, and what it is asked for.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var prepare: @Sendable (TiledPattern) -> Void = { _ in }
        var scale: CGFloat = 1
        let boxes: [CGRect]

        var testDescription: String { name }
    }

    private static func boxes(_ columns: Range<Int>, _ rows: Range<Int>, _ width: CGFloat, _ height: CGFloat? = nil)
        -> [CGRect]
    {
        let (height, whole) = (height ?? width, CGRect(x: 0, y: 0, width: 600, height: 500))
        return rows.flatMap { row in
            columns.map { column in
                CGRect(x: CGFloat(column) * width, y: CGFloat(row) * height, width: width, height: height)
                    .intersection(whole)
            }
        }
    }

    private static func levels(_ count: Int, _ bias: Int, _ scale: CGFloat) -> @Sendable (TiledPattern) -> Void {
        return { layer in
            (layer.levelsOfDetail, layer.levelsOfDetailBias) = (count, bias)
            layer.transform = CATransform3DMakeScale(scale, scale, 1)
        }
    }

    static let cases: [Case] = [
        Case(name: "as it is", boxes: boxes(0..<1, 0..<1, 256)),
        Case(name: "moved", prepare: { $0.position = CGPoint(x: -100, y: -50) }, boxes: boxes(0..<2, 0..<2, 256)),
        Case(name: "its end", prepare: { $0.position = CGPoint(x: -344, y: -244) }, boxes: boxes(1..<3, 0..<2, 256)),
        Case(name: "half a pixel", prepare: { $0.position.x = -0.5 }, boxes: boxes(0..<2, 0..<2, 256)),
        Case(
            name: "scrolled", prepare: { $0.bounds.origin = CGPoint(x: 256, y: 0) },
            boxes: [
                CGRect(x: 256, y: 0, width: 256, height: 256)
            ]),
        Case(
            name: "other tiles", prepare: { $0.tileSize = CGSize(width: 100, height: 200) },
            boxes: boxes(0..<3, 0..<2, 100, 200)),
        Case(
            name: "two pixels of a unit", prepare: { $0.contentsScale = 2 }, scale: 2, boxes: boxes(0..<3, 0..<3, 128)),
        Case(name: "smaller, of one level", prepare: levels(1, 0, 0.5), scale: 1, boxes: boxes(0..<3, 0..<2, 256)),
        Case(name: "smaller, of two levels", prepare: levels(2, 0, 0.5), scale: 0.5, boxes: boxes(0..<1, 0..<1, 512)),
        Case(name: "a bit smaller", prepare: levels(3, 0, 0.6), scale: 1, boxes: boxes(0..<2, 0..<2, 256)),
        Case(
            name: "much smaller, of two levels", prepare: levels(2, 0, 0.1), scale: 0.5, boxes: boxes(0..<2, 0..<1, 512)
        ),
        Case(
            name: "much smaller, of many levels", prepare: levels(4, 0, 0.125), scale: 0.125,
            // Whole pixels, of eight units each.
            boxes: [CGRect(x: 0, y: 0, width: 600, height: 504)]),
        Case(
            name: "larger, without levels for it", prepare: levels(1, 0, 2), scale: 1, boxes: boxes(0..<1, 0..<1, 256)),
        Case(name: "larger, with a level for it", prepare: levels(1, 1, 2), scale: 2, boxes: boxes(0..<1, 0..<1, 128)),
        Case(name: "between two levels", prepare: levels(1, 3, 3), scale: 4, boxes: boxes(0..<2, 0..<2, 64)),
        Case(name: "larger than its levels", prepare: levels(1, 1, 8), scale: 2, boxes: boxes(0..<1, 0..<1, 128)),
    ]

    @Test(arguments: cases) func `each tile that is seen is drawn once, in a context of its part and scale`(
        example: Case
    ) throws {
        let calls = try CompositorStage.run {
            let stage = CompositorStage(256, 256)
            let layer = TiledPattern()
            layer.anchorPoint = .zero
            layer.bounds = CGRect(x: 0, y: 0, width: 600, height: 500)
            example.prepare(layer)
            layer.setNeedsDisplay()
            stage.root.addSublayer(layer)
            for _ in 0..<3 {
                stage.draw()
                stage.drawTiles()
            }
            return layer.calls
        }
        #expect(Set(calls.map(\.box)) == Set(example.boxes))
        #expect(calls.count == example.boxes.count)
        #expect(calls.allSatisfy { $0.scale == example.scale })
    }

    @Test func `what is in the middle of what is seen is drawn first`() throws {
        let calls = try CompositorStage.run {
            let stage = CompositorStage(300, 300)
            let layer = TiledPattern(300, 300, tile: 100)
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            return layer.calls.map(\.box)
        }
        #expect(calls.first == CGRect(x: 100, y: 100, width: 100, height: 100))
        let distances: [CGFloat] = calls.prefix(5).map { abs($0.midX - 150) + abs($0.midY - 150) }
        #expect(Set(distances) == [0, 100])
        #expect(calls.count == 9)
    }

    @Test func `a layer that nobody has asked to draw, is hidden, elsewhere or has no size draws no tile`() throws {
        let counts = try CompositorStage.run {
            let changes: [(TiledPattern) -> Void] = [
                { $0.isHidden = true }, { $0.opacity = 0 }, { $0.position.x = 300 }, { $0.bounds.size = .zero },
                { $0.transform = CATransform3DMakeScale(0, 0, 1) },
            ]
            return changes.map { change in
                let stage = CompositorStage(100, 100)
                let layer = TiledPattern(200, 200, tile: 50)
                change(layer)
                stage.root.addSublayer(layer)
                let unasked = TiledPattern()
                unasked.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
                stage.root.addSublayer(unasked)
                stage.draw()
                stage.drawTiles()
                return layer.calls.count + unasked.calls.count
            }
        }
        #expect(counts == [0, 0, 0, 0, 0])
    }

    @Test func `only what is left by the layers around it is drawn, and what a blur brings in from beside the screen`()
        throws
    {
        let boxes = try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let clip = CALayer()
            clip.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
            clip.masksToBounds = true
            let clipped = TiledPattern(400, 400, tile: 50)
            clip.addSublayer(clipped)
            stage.root.addSublayer(clip)
            let blurred = TiledPattern(400, 50, tile: 50)
            blurred.position = CGPoint(x: 0, y: 50)
            blurred.filters = [LayerFilter.gaussianBlur(radius: 5)]
            stage.root.addSublayer(blurred)
            stage.draw()
            stage.drawTiles()
            stage.draw()
            #expect(stage.pixels == stage.pixelsFromNothing())
            return (clipped.calls.map(\.box), blurred.calls.map(\.box.minX).sorted())
        }
        #expect(boxes.0 == [CGRect(x: 0, y: 0, width: 50, height: 50)])
        #expect(boxes.1 == [0, 50, 100])
    }

    /// A layer of 10^9 points, at places that are far from its beginning.
    @Test(arguments: [0, 123_456_789, 999_999_900] as [CGFloat])
    func `a layer of a billion points costs what is seen of it`(place: CGFloat) throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let layer = TiledPattern(1e9, 1e9)
            layer.position = CGPoint(x: -place, y: -place)
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            stage.draw()
            #expect((1...4).contains(layer.calls.count))
            #expect(layer.calls.allSatisfy { $0.box.width <= 256 && $0.box.height <= 256 })
            let plain = PlainPattern()
            plain.frame = CGRect(x: place, y: place, width: 100, height: 100)
            plain.bounds.origin = plain.frame.origin
            plain.position = CGPoint(x: 50, y: 50)
            plain.setNeedsDisplay()
            let other = CompositorStage(100, 100)
            other.root.addSublayer(plain)
            other.draw()
            #expect(stage.pixels == other.pixels)
        }
    }

    @Test(arguments: [1e-3, 1e-6, 1e-12] as [CGFloat])
    func `a layer of a billion points that is seen wholly is drawn more coarsely than it says`(scale: CGFloat) throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let layer = TiledPattern(1e9, 1e9)
            layer.pattern.side = 1e8
            layer.transform = CATransform3DMakeScale(scale, scale, 1)
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            stage.draw()
            #expect(layer.calls.count <= TileGrid.mostTiles && stage.pixels == stage.pixelsFromNothing())
            // Where it is not smaller than a pixel.
            if scale > 1e-9 { #expect(layer.calls.count > 0 && stage.pixel(0, 0) >> 24 == 255) }
        }
    }

    @Test func `sides of tiles that cannot be are taken as the nearest that can`() throws {
        let widths = try CompositorStage.run {
            [0, -5, 3, 1e9, CGFloat.greatestFiniteMagnitude].map { side -> CGFloat in
                let stage = CompositorStage(60, 60)
                let layer = TiledPattern(4000, 40)
                layer.tileSize = CGSize(width: side, height: 40)
                stage.root.addSublayer(layer)
                stage.draw()
                stage.drawTiles()
                return layer.calls.map(\.box.width).max() ?? 0
            }
        }
        #expect(widths == [16, 16, 16, 2048, 2048])
        let layer = CATiledLayer()
        layer.tileSize = CGSize(width: CGFloat.nan, height: 1)
        #expect(layer.tileSize == CGSize(width: 256, height: 256))
    }
}
