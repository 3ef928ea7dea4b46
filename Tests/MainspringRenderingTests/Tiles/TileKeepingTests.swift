import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation
@testable import MainspringRendering

/// Which tiles are kept, drawn again and forgotten.
@Suite struct TileKeepingTests {
    @Test func `setNeedsDisplay(_:) has those drawn again that it meets and that are seen, and they show at once`()
        throws
    {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), SlowPattern(640, 64, tile: 32))
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            // Others are seen for a while.
            layer.position.x = -128
            stage.draw()
            stage.drawTiles()
            layer.position.x = 0
            stage.draw(at: 2)
            layer.forgetCalls()
            layer.pattern.shift = 3
            let before = stage.pixels
            layer.setNeedsDisplay(CGRect(x: 40, y: 10, width: 100, height: 5))
            stage.draw(at: 2)
            #expect(stage.pixels == before)
            stage.drawTiles()
            stage.draw(at: 2)
            #expect(layer.calls.map(\.box) == [CGRect(x: 32, y: 0, width: 32, height: 32)])
            #expect(stage.compositor.lastDamage.allSatisfy { $0.minX >= 28 && $0.maxY <= 36 })
            #expect(stage.pixel(50, 10) != before[10 * 64 + 50] && stage.pixel(10, 10) == before[10 * 64 + 10])
            #expect(stage.pixels == stage.pixelsFromNothing(at: 2))
            // What is not seen is drawn when it is.
            layer.forgetCalls()
            layer.position.x = -128
            stage.draw(at: 2)
            stage.drawTiles()
            #expect(
                Set(layer.calls.map(\.box)) == [
                    CGRect(x: 128, y: 0, width: 32, height: 32)
                ])
            layer.forgetCalls()
            layer.setNeedsDisplay()
            stage.draw(at: 2)
            stage.drawTiles()
            #expect(layer.calls.count == 4)
        }
    }

    @Test func `what is changed while a tile is drawn is drawn again`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(32, 32), TiledPattern(32, 32))
            stage.root.addSublayer(layer)
            var isFirst = true
            layer.whileDrawing = { [unowned layer] in
                if isFirst { layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1)) }
                isFirst = false
            }
            stage.draw()
            stage.drawTiles()
            CATransaction.flush()
            stage.drawTiles()
            #expect(layer.calls.count == 2)
        }
    }

    /// A change of the layer, and the parts that are drawn for it.
    @Test func `other bounds, sizes and scales have drawn what is missing, and no more`() throws {
        let cases: [(String, @Sendable (TiledPattern) -> Void, [CGRect])] = [
            (
                "larger", { $0.bounds.size = CGSize(width: 64, height: 40) },
                [
                    CGRect(x: 32, y: 0, width: 32, height: 32), CGRect(x: 32, y: 32, width: 32, height: 8),
                ]
            ),
            ("smaller", { $0.bounds.size = CGSize(width: 20, height: 30) }, []),
            (
                "other tiles", { $0.tileSize = CGSize(width: 25, height: 40) },
                [
                    CGRect(x: 0, y: 0, width: 25, height: 40), CGRect(x: 25, y: 0, width: 25, height: 40),
                ]
            ),
            (
                "finer", { $0.contentsScale = 2 },
                [
                    0, 16, 32, 48,
                ].flatMap { x in [0, 16, 32].map { CGRect(x: x, y: $0, width: 16, height: 16) } }.map {
                    $0.intersection(CGRect(x: 0, y: 0, width: 50, height: 40))
                }
            ),
            ("another colour", { $0.backgroundColor = color(1, 0, 0) }, []),
            ("moved", { $0.position = CGPoint(x: 3, y: 4) }, []),
        ]
        for (name, change, expected) in cases {
            let calls = try CompositorStage.run {
                let (stage, layer) = (CompositorStage(100, 100), TiledPattern(50, 40, tile: 32))
                stage.root.addSublayer(layer)
                stage.draw()
                stage.drawTiles()
                layer.forgetCalls()
                change(layer)
                for _ in 0..<3 {
                    stage.draw()
                    stage.drawTiles()
                }
                #expect(stage.pixels == stage.pixelsFromNothing())
                return layer.calls.map(\.box)
            }
            #expect(Set(calls) == Set(expected) && calls.count == expected.count, "\(name): \(calls)")
        }
    }

    @Test func `tiles are kept within a bound, the least recently seen go first, and those that are seen stay`() throws
    {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), TiledPattern(6400, 64, tile: 64))
            // Four tiles.
            layer.tileLimit = 4 * 4 * 64 * 64
            stage.root.addSublayer(layer)
            func drawn(at number: Int) -> Int {
                layer.forgetCalls()
                layer.position.x = -64 * CGFloat(number)
                stage.draw()
                stage.drawTiles()
                stage.draw()
                #expect(stage.pixels == stage.pixelsFromNothing())
                #expect((layer.own.tiles?.all.count ?? 0) <= 4)
                return layer.calls.count
            }
            #expect([0, 1, 2, 3].map(drawn) == [1, 1, 1, 1])
            #expect([0, 1, 2, 3].map(drawn) == [0, 0, 0, 0])
            // The first one was seen last before the others.
            #expect([0, 4, 0, 1].map(drawn) == [0, 1, 0, 1])
            layer.tileLimit = 0
            #expect(drawn(at: 9) == 1 && layer.own.tiles?.all.count == 1)
        }
    }

    @Test func `a layer that goes into another host, and a compositor that goes, leave nothing behind`() throws {
        try CompositorStage.run {
            let layer = TiledPattern(64, 64, tile: 32)
            for number in 0..<3 {
                let stage = CompositorStage(64, 64)
                stage.root.addSublayer(layer)
                stage.draw()
                stage.drawTiles()
                stage.draw()
                #expect(layer.calls.count == 4, "\(number)")
                #expect(layer.own.demand?.uses.shown.count == 4)
                #expect(stage.pixels == stage.pixelsFromNothing())
                layer.removeFromSuperlayer()
                stage.draw()
                #expect(layer.own.demand?.uses.shown.isEmpty == true)
            }
        }
    }
}
