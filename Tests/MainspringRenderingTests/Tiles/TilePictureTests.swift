import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation
@testable import MainspringRendering

/// What tiles show.
@Suite struct TilePictureTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        /// So much a component may differ from the same picture as contents: where pixels lie between others, places are counted from
        /// another corner, in parts of 2^16, and weights of these have seven bits, so that two that are next to each other may be taken.
        let tolerance: Int
        let apply: @Sendable (CALayer) -> Void

        var testDescription: String { name }
    }

    static let places: [Place] = [
        Place(name: "as it is", tolerance: 0) { _ in },
        Place(name: "moved by whole pixels", tolerance: 0) { $0.position = CGPoint(x: -13, y: 7) },
        Place(name: "moved by parts of a pixel", tolerance: 0) { $0.position = CGPoint(x: -13.25, y: 7.5) },
        Place(name: "larger", tolerance: 2) { $0.transform = CATransform3DMakeScale(1.7, 1.3, 1) },
        Place(name: "smaller", tolerance: 2) { $0.transform = CATransform3DMakeScale(0.8, 0.8, 1) },
        Place(name: "turned", tolerance: 2) { $0.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) },
        Place(name: "turned round", tolerance: 2) {
            $0.transform = CATransform3DMakeRotation(.pi, 0, 0, 1)
            $0.position = CGPoint(x: 150, y: 150)
        },
        Place(name: "in perspective", tolerance: 2) {
            var transform = CATransform3DIdentity
            transform.m34 = -1 / 300
            $0.transform = CATransform3DRotate(transform, 0.5, 0.2, 1, 0)
        },
        Place(name: "flipped", tolerance: 0) { $0.superlayer?.isGeometryFlipped = true },
        Place(name: "in round corners", tolerance: 0) { ($0.cornerRadius, $0.masksToBounds) = (20, true) },
        Place(name: "with less opacity", tolerance: 0) { $0.opacity = 0.4 },
    ]

    /// No seam shows between the tiles: an ordinary layer has none.
    @Test(arguments: places, [1, 0.5] as [CGFloat])
    func `tiles side by side are what the same picture in one piece is`(place: Place, alpha: CGFloat) throws {
        try CompositorStage.run {
            let (tiles, whole) = (CompositorStage(160, 160), CompositorStage(160, 160))
            let (tiled, plain) = (TiledPattern(150, 140, tile: 37), PlainPattern())
            (plain.anchorPoint, plain.bounds) = (.zero, tiled.bounds)
            (tiled.pattern.alpha, plain.pattern.alpha) = (alpha, alpha)
            for (stage, layer) in [(tiles, tiled as CALayer), (whole, plain)] {
                stage.root.addSublayer(layer)
                place.apply(layer)
                layer.setNeedsDisplay()
                stage.draw()
            }
            tiles.drawTiles()
            tiles.draw()
            let found = difference(tiles.pixels, whole.pixels, tolerance: place.tolerance)
            #expect(found.count == 0, "\(place.name): \(found.count) pixels differ, by up to \(found.greatest)")
            #expect(tiles.pixels == tiles.pixelsFromNothing(threads: 3) && tiles.pixels.contains { $0 != 0 })
        }
    }

    @Test func `edges that lie between pixels are as smooth as any layer's`() throws {
        try CompositorStage.run {
            let (tiles, whole) = (CompositorStage(64, 64), CompositorStage(64, 64))
            let (tiled, plain) = (TiledPattern(40.5, 30.25, tile: 16), CALayer())
            (tiled.pattern.side, plain.anchorPoint, plain.bounds) = (1000, .zero, tiled.bounds)
            // The pattern's one colour.
            plain.backgroundColor = color(0, 0, 5 / 7)
            tiles.root.addSublayer(tiled)
            whole.root.addSublayer(plain)
            tiles.draw()
            tiles.drawTiles()
            tiles.draw()
            whole.draw()
            #expect(tiles.pixels == whole.pixels)
        }
    }

    @Test func `the delegate draws where the class does not`() throws {
        try CompositorStage.run {
            final class Painter: CALayerDelegate {
                var boxes: [CGRect] = []
                var announcements = 0
                func layerWillDraw(_ layer: CALayer) { announcements += 1 }
                func draw(_ layer: CALayer, in ctx: CGContext) {
                    boxes.append(ctx.boundingBoxOfClipPath)
                    ctx.setFillColor(color(0, 1, 0))
                    ctx.fill(ctx.boundingBoxOfClipPath)
                }
            }
            let (stage, painter, layer) = (CompositorStage(40, 40), Painter(), CATiledLayer())
            layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
            layer.tileSize = CGSize(width: 20, height: 40)
            layer.delegate = painter
            layer.setNeedsDisplay()
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            #expect(painter.boxes.map(\.minX).sorted() == [0, 20] && painter.announcements == 1)
            stage.draw(at: 1)
            #expect(stage.pixel(5, 5) == 0xff00_ff00 && stage.pixel(35, 35) == 0xff00_ff00)
        }
    }

    @Test func `contents that are set make it a layer as any other, until they are taken away`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(40, 40), TiledPattern(40, 40))
            stage.root.addSublayer(layer)
            CATransaction.flush()
            layer.contents = testImage(40, 40)
            stage.draw()
            stage.drawTiles()
            #expect(layer.calls.isEmpty && stage.pixels == stage.pixelsFromNothing())
            let shown = stage.pixels
            layer.contents = nil
            stage.draw()
            stage.drawTiles()
            stage.draw()
            #expect(layer.calls.count == 1 && stage.pixels != shown && stage.pixels == stage.pixelsFromNothing())
        }
    }

    @Test func `what was not painted is clear, and is not asked for again`() throws {
        try CompositorStage.run {
            final class Half: CATiledLayer {
                var count = 0
                override func draw(in ctx: CGContext) {
                    count += 1
                    if ctx.boundingBoxOfClipPath.minX == 0 { ctx.fill(ctx.boundingBoxOfClipPath) }
                }
            }
            let (stage, layer) = (CompositorStage(40, 20), Half())
            layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
            layer.tileSize = CGSize(width: 20, height: 20)
            layer.setNeedsDisplay()
            stage.root.addSublayer(layer)
            for time in 0..<4 {
                stage.draw(at: Double(time))
                stage.drawTiles()
            }
            #expect(layer.count == 2 && stage.pixel(5, 5) == 0xff00_0000 && stage.pixel(30, 5) == 0)
        }
    }

    @Test func `render(in:) draws at once what tiles would show`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(80, 80), TiledPattern(60, 50, tile: 16))
            layer.position = CGPoint(x: 10, y: 10)
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            stage.draw()
            layer.forgetCalls()
            #expect(stage.renderedPixels() == stage.pixels)
            #expect(layer.calls.map(\.box) == [layer.bounds])
            // Nobody has asked for this one.
            let other = TiledPattern()
            other.frame = CGRect(x: 0, y: 0, width: 80, height: 80)
            stage.root.addSublayer(other)
            #expect(stage.renderedPixels() == stage.pixels && other.calls.isEmpty)
        }
    }

    @Test func `a layer that replicators and masks show is told of all its tiles that are seen`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(120, 40)
            let layer = TiledPattern(200, 40, tile: 40)
            let replicator = CAReplicatorLayer()
            replicator.frame = CGRect(x: 0, y: 0, width: 120, height: 40)
            (replicator.instanceCount, replicator.instanceTransform) = (2, CATransform3DMakeTranslation(-100, 0, 0))
            replicator.addSublayer(layer)
            stage.root.addSublayer(replicator)
            let (masked, mask) = (CALayer(), TiledPattern(40, 40, tile: 20))
            masked.frame = CGRect(x: 80, y: 0, width: 40, height: 40)
            masked.backgroundColor = color(1, 1, 1)
            masked.mask = mask
            stage.root.addSublayer(masked)
            stage.draw()
            stage.drawTiles()
            stage.draw()
            #expect(Set(layer.calls.map(\.box.minX)) == [0, 40, 80, 120, 160] && mask.calls.count == 4)
            #expect(stage.pixels == stage.pixelsFromNothing() && stage.pixel(100, 20) == 0xffff_ffff)
        }
    }
}
