import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

/// A compositor that gets another size.
@Suite struct ResizingTests {
    private static let sizes = [(140, 140), (150, 90), (37, 200), (1, 1), (300, 300), (140, 139)]

    @Test(arguments: Seeds.first(12))
    func `after each change of the size the pixels are those of a new compositor`(seed: UInt64) throws {
        try CompositorStage.run {
            let stage = CompositorStage(
                140, 140, scale: seed % 3 == 0 ? 1.5 : 1, background: seed % 2 == 0 ? color(1, 1, 1) : nil,
                threads: Int(seed % 2) + 1)
            var scene = RandomScene(seed: seed, in: stage.root, size: 140, isRich: true)
            scene.fill(14)
            for (step, size) in Self.sizes.enumerated() {
                let time = Double(step) / 4
                #expect(stage.compositor.resize(width: size.0, height: size.1))
                // A frame that has been drawn before, and others.
                if step % 2 == 0 { stage.draw(at: time) } else { stage.redraw() }
                let wanted = stage.pixelsFromNothing(at: step % 2 == 0 ? time : time - 0.25)
                #expect(stage.pixels == wanted, "seed \(seed), step \(step)")
                guard step % 2 == 1 else { continue }
                scene.change()
                stage.drawTiles()
            }
        }
    }

    @Test func `what layers show is not drawn again for another size`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 80)
            let text = CATextLayer()
            (text.frame, text.string) = (CGRect(x: 0, y: 0, width: 60, height: 20), "Text")
            stage.root.addSublayer(text)
            stage.root.add(CALayer(10, 30, 20, 20, .red)) { $0.shouldRasterize = true }
            stage.draw()
            func paints() -> [ObjectIdentifier?] {
                stage.compositor.scene.nodes.map { $0.paint.map(ObjectIdentifier.init) }
            }
            let (known, bytes) = (paints(), stage.compositor.cacheByteCount)
            let drawn = stage.compositor.scene.pictures.values.first?.drawnPixels
            #expect(bytes > 0 && drawn != nil)
            stage.compositor.resize(width: 120, height: 90)
            stage.draw()
            #expect(paints() == known && stage.compositor.cacheByteCount == bytes)
            #expect(stage.compositor.scene.pictures.values.first?.drawnPixels == drawn)
            #expect(stage.pixels == stage.pixelsFromNothing())
        }
    }

    @Test func `a size that a compositor cannot have changes nothing`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(20, 20, background: color(1, 1, 1))
            stage.root.add(CALayer(5, 5, 5, 5, .red))
            stage.draw()
            let pixels = stage.pixels
            for size in [(0, 5), (5, -1), (40_000, 5), (16_384, 16_384)] {
                #expect(!stage.compositor.resize(width: size.0, height: size.1))
            }
            #expect(stage.compositor.width == 20 && stage.compositor.height == 20 && stage.pixels == pixels)
            #expect(stage.compositor.resize(width: 20, height: 20) && stage.pixels == pixels)
            // Until the next frame there is nothing but the background.
            stage.compositor.resize(width: 3, height: 2)
            #expect(stage.pixels == Array(repeating: 0xffff_ffff, count: 6))
        }
    }
}
