import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// More layers with `shouldRasterize` than there is room for.
@Suite struct PictureBudgetTests {
    /// A layer that is kept, with one in it; turned, so that it is seen whether it is.
    private static func kept(_ x: CGFloat, _ y: CGFloat = 20, size: CGFloat = 20) -> CALayer {
        let layer = CALayer(x, y, size, size, color(0.9, 0.8, 0.2))
        (layer.shouldRasterize, layer.cornerRadius) = (true, 6)
        layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
        layer.add(CALayer(4, 4, 12, 12, .blue)) { $0.opacity = 0.5 }
        return layer
    }

    /// The widths of the layers that are drawn by a picture, in the order of the tree.
    private static func widths(_ scene: Scene) -> [Int] {
        scene.nodes.filter { $0.isShown && $0.paint?.picture != nil }.compactMap {
            $0.paint.map { Int($0.bounds.width) }
        }
    }

    /// The same after a step, of layers 20, 21 and 22 pixels wide in a scene that has room for the first two.
    private static let stories: [(name: String, step: @Sendable ([CALayer], Int) -> Void, kept: [[Int]])] = [
        (
            "one that goes leaves its room to others",
            { if $1 > 0 { $0[$1 - 1].removeFromSuperlayer() } }, [[20, 21], [21, 22], [22]]
        ),
        (
            "one that grows takes the room of those behind it",
            { $0[0].bounds.size.width = $1 == 1 ? 40 : 20 }, [[20, 21], [40], [20, 21]]
        ),
        (
            "one that is too large for what is left leaves it to a smaller one",
            { $0[1].bounds.size.width = $1 == 1 ? 60 : 21 }, [[20, 21], [20, 22], [20, 21]]
        ),
        ("one that is hidden takes none", { $0[0].isHidden = $1 == 1 }, [[20, 21], [21, 22], [20, 21]]),
        ("one that covers nothing takes none", { $0[1].opacity = $1 == 1 ? 0 : 1 }, [[20, 21], [20, 22], [20, 21]]),
        (
            "one that is not to be kept any more takes none",
            { $0[0].shouldRasterize = $1 != 1 }, [[20, 21], [21, 22], [20, 21]]
        ),
        (
            "a finer one takes more",
            { $0[0].rasterizationScale = $1 == 1 ? 1.4 : 1 }, [[20, 21], [20], [20, 21]]
        ),
        (
            "the order of the tree counts",
            { $0[0].superlayer?.insertSublayer($0[2], at: $1 == 1 ? 0 : 2) }, [[20, 21], [22, 20], [20, 21]]
        ),
        (
            "what is in one counts as the part of it",
            {
                let inner = $0[0].sublayers![0]
                (inner.bounds.size, inner.shouldRasterize) = (CGSize(width: 16, height: 16), $1 == 1)
            }, [[20, 21], [20], [20, 21]]
        ),
        (
            "those in one that has no room are counted instead of it",
            {
                $0[0].bounds.size.width = $1 == 1 ? 60 : 20
                $0[0].sublayers?[0].shouldRasterize = true
            }, [[20, 21], [12, 21], [20, 21]]
        ),
        (
            "a layer that replicators show again is counted once",
            { layers, step in
                guard step == 1 else { return }
                let replicator = CAReplicatorLayer()
                (replicator.instanceCount, replicator.instanceTransform) = (2, CATransform3DMakeTranslation(0, 30, 0))
                layers[0].superlayer?.insertSublayer(replicator, at: 0)
                replicator.addSublayer(layers[0])
            }, [[20, 21], [20, 21, 20]]
        ),
    ]

    @Test(arguments: stories.indices)
    func `the first ones that there is room for are kept, and what is drawn depends on the frame alone`(
        index: Int
    ) throws {
        let (name, step, kept) = Self.stories[index]
        try CompositorStage.run {
            let stage = CompositorStage(140, 90, background: color(1, 1, 1), threads: 2, mostKept: 1_000)
            let layers = (0..<3).map { (number: Int) -> CALayer in
                let (place, size): (Int, Int) = (40 * number + 10, 20 + number)
                return Self.kept(CGFloat(place), size: CGFloat(size))
            }
            for layer in layers { stage.root.addSublayer(layer) }
            for (number, widths) in kept.enumerated() {
                step(layers, number)
                stage.draw()
                #expect(Self.widths(stage.compositor.scene) == widths, "\(name), step \(number)")
                #expect(stage.compositor.scene.budget.kept <= 1_000)
                #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0, "\(name), step \(number)")
            }
        }
    }

    @Test func `of what layers showed before a transition is kept what there is room for beside the layers`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(140, 90, background: color(1, 1, 1), mostKept: 1_000)
            let layers = (0..<2).map { CALayer(CGFloat($0) * 60, 10, 50, 50, nil) }
            for layer in layers {
                stage.root.addSublayer(layer)
                layer.addSublayer(Self.kept(10))
            }
            stage.draw()
            #expect(stage.compositor.scene.budget.kept == 800)
            for layer in layers {
                let transition = CATransition()
                (transition.type, transition.duration) = (.fade, 2)
                layer.add(transition, forKey: nil)
                layer.sublayers?[0].backgroundColor = color(0, 1, 0)
            }
            for time in stride(from: 0, through: 2.5, by: 0.25) {
                stage.draw(at: time)
                let scene = stage.compositor.scene
                // What the first showed, and what it shows; nothing of the second.
                #expect(scene.budget.kept == 800)
                #expect(Self.widths(scene).count == (time < 2 ? 1 : 2), "\(time)")
                #expect(difference(stage.pixels, stage.pixelsFromNothing(at: time)).count == 0, "\(time)")
            }
        }
    }

    @Test func `of two thousand layers as many pictures are held as there is room for`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 60, cacheLimit: 0, mostKept: 40_000)
            for _ in 0..<2_000 { stage.root.addSublayer(Self.kept(30)) }
            stage.draw()
            #expect(Self.widths(stage.compositor.scene).count == 100)
            // Each has a pixel more at either side.
            #expect(stage.compositor.cacheByteCount == 100 * 4 * 22 * 20)
            for layer in (stage.root.sublayers ?? []).prefix(1_950) { layer.removeFromSuperlayer() }
            stage.draw()
            #expect(Self.widths(stage.compositor.scene).count == 50)
            #expect(stage.compositor.cacheByteCount == 50 * 4 * 22 * 20)
        }
    }
}
