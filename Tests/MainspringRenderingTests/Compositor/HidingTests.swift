import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// What an opaque layer covers is left out when a part of the screen is drawn.
@Suite struct HidingTests {
    /// A layer of 60 by 60 in the middle of 100 by 100, over a small one in its own middle; changed in some way.
    private static func stage(_ change: (CALayer) -> Void = { _ in }) -> CompositorStage {
        let stage = CompositorStage(100, 100, background: color(1, 1, 1))
        stage.root.add(CALayer(40, 40, 20, 20, .red))
        stage.root.add(CALayer(20, 20, 60, 60, .blue), change)
        stage.draw()
        return stage
    }

    /// The pixels that the layer in front hides what is behind it on.
    private static func opaque(_ scene: Scene) -> PixelBox {
        let front = scene.nodes[2].front
        return front < 0 ? .empty : scene.steps[Int(front)].opaque
    }

    private static func box(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32) -> PixelBox {
        PixelBox(left: left, top: top, right: right, bottom: bottom)
    }

    private static let middle = box(20, 20, 80, 80)

    /// How a layer is changed, and the pixels that it hides then.
    private static let stories: [(name: String, change: @Sendable (CALayer) -> Void, hides: PixelBox)] = [
        ("one of a colour", { _ in }, middle),
        ("one that lies between pixels", { $0.position.x += 0.5 }, box(21, 20, 80, 80)),
        ("one that is enlarged", { $0.transform = CATransform3DMakeScale(1.5, 0.5, 1) }, box(5, 35, 95, 65)),
        ("one that reaches beyond the screen", { $0.position.x = 90 }, box(60, 20, 120, 80)),
        ("one with contents", { $0.contents = noise(8, 8).image }, middle),
        ("one with round corners, in between them", { $0.cornerRadius = 10 }, box(20, 30, 80, 70)),
        ("one with continuous corners", { ($0.cornerRadius, $0.cornerCurve) = (10, .continuous) }, .empty),
        ("a circle", { $0.cornerRadius = 30 }, .empty),
        ("one that is not all there", { $0.opacity = 0.99 }, .empty),
        ("one that is hidden", { $0.isHidden = true }, .empty),
        ("one whose colour is seen through", { $0.backgroundColor = color(0, 0, 1, 0.99) }, .empty),
        ("one without a colour", { $0.backgroundColor = nil }, .empty),
        (
            "one of contents that are seen through",
            { ($0.backgroundColor, $0.contents) = (nil, noise(8, 8).image) }, .empty
        ),
        ("one that is turned", { $0.transform = CATransform3DMakeRotation(0.1, 0, 0, 1) }, .empty),
        ("one in perspective", { $0.transform = CATransform3DRotate(.perspective(200), 0.4, 0, 1, 0) }, .empty),
        ("one with a mask", { $0.mask = CALayer(0, 0, 30, 30, .black) }, .empty),
        ("one that is mixed with what is behind", { $0.compositingFilter = "multiplyBlendMode" }, .empty),
        ("one that is blurred", { $0.filters = [LayerFilter.gaussianBlur(radius: 2)] }, .empty),
        (
            "one that changes colours, which may be seen through then",
            {
                let fade: [Float] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0]
                $0.filters = [LayerFilter.colorMatrix(fade)]
            }, .empty
        ),
    ]

    @Test(arguments: stories.indices) func `a layer hides the pixels that it covers wholly and opaquely, and no others`(
        index: Int
    ) throws {
        let (name, change, hides) = Self.stories[index]
        try CompositorStage.run {
            let stage = Self.stage(change)
            #expect(Self.opaque(stage.compositor.scene) == hides, "\(name)")
        }
    }

    @Test func `what is hidden is left out of what is drawn, and the rest is not`() throws {
        try CompositorStage.run {
            let scene = Self.stage().compositor.scene
            let (behind, front) = (scene.nodes[1], scene.nodes[2])
            let parts = scene.visible(in: scene.bounds)
            // All pixels, each once.
            #expect(parts.reduce(0) { $0 + $1.box.area } == 10_000)
            for (index, part) in parts.enumerated() {
                #expect(!parts[..<index].contains { $0.box.meets(part.box) })
            }
            let hidden = parts.filter { $0.first > 0 }
            #expect(hidden.map(\.box) == [Self.middle] && hidden.map(\.first) == [Int(front.front)])
            #expect(behind.front >= 0 && behind.front < front.front)
            // The one behind lies there alone: no part draws it.
            for part in parts where part.box.meets(behind.box) { #expect(part.first > Int(behind.front)) }
        }
    }

    @Test func `of several that cover each other only the front one is drawn`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            for _ in 0..<50 { stage.root.add(CALayer(0, 0, 100, 100, .red)) }
            let front = stage.root.add(CALayer(0, 0, 100, 100, .green))
            let above = stage.root.add(CALayer(10, 10, 5, 5, .glass))
            stage.draw()
            let scene = stage.compositor.scene
            let parts = scene.visible(in: scene.bounds)
            #expect(parts.map(\.box) == [scene.bounds] && parts.map(\.first) == [Int(scene.nodes[51].front)])
            withExtendedLifetime((front, above)) {}
        }
    }

    @Test func `a picture is the same with what is hidden and without it`() throws {
        try CompositorStage.run {
            let (with, without) = (Self.stage(), Self.stage())
            without.root.sublayers?[0].removeFromSuperlayer()
            without.draw()
            #expect(with.pixels == without.pixels)
        }
    }
}
