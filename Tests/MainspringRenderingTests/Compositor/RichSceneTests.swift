import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

/// Random scenes of layers of all classes, which say all that they can.
@Suite struct RichSceneTests {
    private static let seeds = Array(Seeds.first(30)) + found
    /// Of those that have found defects.
    private static let found: [UInt64] = [42, 343, 357, 580, 597, 630]
    private static let steps = 10

    private static func stage(_ seed: UInt64) -> CompositorStage {
        let scale: CGFloat = seed % 5 == 0 ? 1.25 : 1
        return CompositorStage(
            Int(140 * scale), Int(140 * scale), scale: scale, background: seed % 2 == 0 ? color(1, 1, 1) : nil,
            threads: Int(seed % 3) + 1,
            // Now and then what was drawn is soon forgotten.
            cacheLimit: seed % 7 == 3 ? 20_000 : LayerCompositor.standardCacheLimit,
            // And now and then there is no room to keep all that is to be.
            mostKept: seed % 3 == 1 ? 6_000 : PictureBudget.standard)
    }

    /// Draws a scene step by step.
    private static func play(_ seed: UInt64, _ look: (CompositorStage, Int, Double) -> Void) {
        let stage = stage(seed)
        var scene = RandomScene(seed: seed, in: stage.root, size: 140, isRich: true)
        scene.fill(14)
        for step in 0..<steps {
            let time = Double(step) / 4
            stage.draw(at: time)
            look(stage, step, time)
            scene.change()
            // Of tiles some are there with the next frame, and some later.
            if step % 3 != 0 { stage.drawTiles() } else { stage.turn() }
        }
    }

    @Test(arguments: seeds)
    func `whatever layers say, what is drawn by damage is what is drawn from nothing, by any number of threads`(
        seed: UInt64
    ) throws {
        try CompositorStage.run {
            Self.play(seed) { stage, step, time in
                let wanted = stage.pixelsFromNothing(at: time, threads: step % 4 + 1)
                guard stage.pixels != wanted else { return }
                let (width, height) = (stage.compositor.width, stage.compositor.height)
                let report = PictureReport.write(
                    "seed \(seed), step \(step)", found: PixelPicture(width, height, stage.pixels),
                    wanted: PixelPicture(width, height, wanted))
                Issue.record("\(report)")
            }
        }
    }

    @Test
    func `the scenes show every class of layer, every kind of group, masks of every class, blurs and transitions`()
        throws
    {
        let census = try CompositorStage.run {
            var census = SceneCensus()
            for seed in 1...30 as ClosedRange<UInt64> {
                Self.play(seed) { stage, _, _ in census.count(stage.compositor.scene, of: stage.root) }
            }
            return census
        }
        // In that many pictures at least, of three hundred.
        for (name, least) in SceneCensus.wanted {
            #expect(census.pictures[name, default: 0] >= least, "\(name)")
        }
    }
}
