import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation
@testable import MainspringRendering

/// What tiles show while they come and appear.
@Suite struct TileTimeTests {
    /// What of a tile of one colour shows, at times of a second in which it appears.
    @Test(
        arguments: [(0, 0), (0.1, 26), (0.25, 64), (0.5, 128), (0.999, 255), (1, 255), (7, 255)] as [(Double, UInt32)])
    func `a new tile appears by the frame's time`(time: Double, alpha: UInt32) throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(32, 32), SlowPattern(32, 32))
            layer.pattern.side = 1000
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            stage.draw(at: time)
            #expect(stage.pixel(9, 9) >> 24 == alpha && stage.pixels == stage.pixelsFromNothing(at: time))
        }
    }

    @Test func `what a tile appears over goes as it comes, so that what is translucent does not become denser`() throws
    {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(32, 32), SlowPattern(64, 64, tile: 32))
            (layer.pattern.side, layer.pattern.alpha, layer.levelsOfDetail) = (1000, 0.5, 2)
            layer.transform = CATransform3DMakeScale(0.5, 0.5, 1)
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            CFRunLoopRunInMode(.defaultMode, 2, false)
            stage.draw(at: 2)
            let alpha = stage.pixel(9, 9) >> 24
            layer.transform = CATransform3DIdentity
            stage.draw(at: 2)
            #expect(stage.pixel(9, 9) >> 24 == alpha)
            stage.drawTiles()
            for time in [2, 2.3, 2.7, 3] {
                stage.draw(at: time)
                // Each of the two is rounded.
                #expect(abs(Int(stage.pixel(9, 9) >> 24) - Int(alpha)) <= 1, "\(time)")
                #expect(stage.pixels == stage.pixelsFromNothing(at: time))
            }
        }
    }

    @Test func `coarser and finer tiles show until those are there that are wanted`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), TiledPattern(256, 256, tile: 32))
            (layer.levelsOfDetail, layer.levelsOfDetailBias) = (3, 1)
            stage.root.addSublayer(layer)
            func look(at scale: CGFloat, drawing: Bool = true) -> Int {
                layer.transform = CATransform3DMakeScale(scale, scale, 1)
                stage.draw()
                let missing = stage.pixels.count { $0 >> 24 != 255 }
                if drawing {
                    stage.drawTiles()
                    stage.draw()
                    #expect(!stage.pixels.contains { $0 >> 24 != 255 }, "\(scale)")
                }
                #expect(stage.pixels == stage.pixelsFromNothing(), "\(scale)")
                return missing
            }
            #expect(look(at: 0.25) == 64 * 64)
            // All of it is there, as coarse as it is.
            #expect(look(at: 0.5) == 0)
            #expect(look(at: 1) == 0)
            #expect(look(at: 2) == 0)
            // A level that was never drawn shows by the finer ones, as far as these go.
            layer.setNeedsDisplay()
            stage.draw()
            stage.drawTiles()
            let missing = look(at: 0.5, drawing: false)
            #expect(missing > 0 && missing < 64 * 64)
        }
    }

    @Test func `a frame paints no more than a tile that comes or appears`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(256, 256), SlowPattern(256, 256, tile: 64))
            stage.root.addSublayer(layer)
            stage.draw()
            CFRunLoopRunInMode(.defaultMode, 0, false)
            let count = layer.calls.count
            #expect((1...2).contains(count))
            stage.draw()
            stage.draw(at: 0.5)
            let damage = stage.compositor.lastDamage
            // With the pixels around it that it is mixed with.
            #expect(damage.reduce(0) { $0 + $1.width * $1.height } <= CGFloat(count) * 70 * 70)
            #expect(stage.pixels == stage.pixelsFromNothing(at: 0.5))
            stage.draw(at: 0.5)
            #expect(stage.compositor.lastDamage.isEmpty)
            stage.draw(at: 5)
            stage.draw(at: 6)
            #expect(stage.compositor.lastDamage.isEmpty)
        }
    }

    @Test func `animations that come, go and are replaced while tiles come are shown`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), SlowPattern(64, 64, tile: 32))
            stage.root.addSublayer(layer)
            for step in 0..<8 {
                let time = Double(step) / 4
                stage.draw(at: time)
                stage.turn()
                let round = CABasicAnimation(keyPath: step % 2 == 0 ? "cornerRadius" : "borderWidth")
                (round.fromValue, round.toValue, round.duration) = (2, 12, 10)
                if step % 4 != 3 { layer.add(round, forKey: "\(step % 3)") } else { layer.removeAllAnimations() }
                stage.draw(at: time)
                #expect(stage.pixels == stage.pixelsFromNothing(at: time), "\(step)")
            }
            #expect(layer.calls.count == 4)
        }
    }
}
