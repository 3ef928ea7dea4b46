import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// Layers with `shouldRasterize`.
@Suite struct KeptPictureThreadTests {
    /// A layer that is kept, with something of every kind in it.
    private static func kept(_ scale: CGFloat = 1) -> CALayer {
        let layer = CALayer(20, 20, 40, 30, color(0.9, 0.8, 0.2))
        (layer.shouldRasterize, layer.rasterizationScale, layer.cornerRadius) = (true, scale, 6)
        (layer.shadowOpacity, layer.shadowRadius, layer.masksToBounds) = (0.7, 2, false)
        layer.add(CALayer(6, 6, 12, 12, .blue)) { $0.opacity = 0.5 }
        layer.add(CALayer(20, 10, 30, 8, .red))
        return layer
    }

    private static func picture(_ stage: CompositorStage) -> KeptPicture? {
        stage.compositor.scene.pictures.values.first
    }

    /// What is done to a layer, step by step, without anything in it being another one.
    private static let moves: [(name: String, move: @Sendable (CALayer, Int) -> Void)] = [
        ("its place", { $0.position.x += CGFloat($1) / 3 }),
        ("its opacity", { $0.opacity = 1 / Float($1 + 1) }),
        ("its turn", { $0.transform = CATransform3DMakeRotation(CGFloat($1) / 5, 0, 0, 1) }),
        (
            "perspective",
            {
                $0.superlayer?.sublayerTransform = .perspective(200)
                $0.transform = CATransform3DMakeRotation(CGFloat($1) / 8, 0, 1, 0)
            }
        ),
        ("its size on the screen", { $0.transform = CATransform3DMakeScale(1 + CGFloat($1) / 9, 0.7, 1) }),
        ("its z position and sides", { ($0.zPosition, $0.isDoubleSided) = (CGFloat($1), $1 % 2 == 0) }),
        ("whether it is hidden for a while, and seen again", { $0.position.y += $1 % 3 == 2 ? -200 : 0 }),
        (
            "the layer around it, and others",
            {
                $0.superlayer?.bounds.origin.y = CGFloat($1)
                $0.superlayer?.add(CALayer(CGFloat($1), 0, 4, 4, .green))
            }
        ),
    ]

    @Test(arguments: moves.indices)
    func `a kept picture is not drawn again for what is done with the layer as a whole`(index: Int) throws {
        let (name, move) = Self.moves[index]
        try CompositorStage.run {
            let stage = CompositorStage(100, 80, background: color(1, 1, 1))
            let layer = Self.kept()
            stage.root.addSublayer(layer)
            stage.draw()
            let (picture, drawn) = (Self.picture(stage), Self.picture(stage)?.drawnPixels)
            #expect(drawn ?? 0 > 0)
            for step in 1...6 {
                move(layer, step)
                stage.draw()
                #expect(
                    difference(stage.pixels, stage.pixelsFromNothing(threads: 2)).count == 0, "\(name), step \(step)")
            }
            #expect(Self.picture(stage) === picture && picture?.drawnPixels == drawn, "\(name)")
        }
    }

    @Test func `what changes in a kept picture is drawn again alone, and shows`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 80, background: color(1, 1, 1))
            let layer = Self.kept()
            stage.root.addSublayer(layer)
            layer.shadowOpacity = 0
            layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
            stage.draw()
            let drawn = Self.picture(stage)?.drawnPixels ?? 0
            layer.sublayers?[0].backgroundColor = color(0, 1, 0)
            let former = stage.pixels
            stage.draw()
            #expect(Self.picture(stage)?.drawnPixels == drawn + 12 * 12)
            #expect(stage.pixels != former)
            #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0)
        }
    }

    /// What is in it, and how it is made another one.
    private static let changes: [(name: String, shows: Bool, change: @Sendable (CALayer, Int) -> Void)] = [
        ("the layer's own colour", true, { $0.backgroundColor = $1 % 2 == 0 ? .red : .green }),
        ("its size", true, { $0.bounds.size.width = 30 + CGFloat($1) * 3 }),
        ("its bounds' corner", true, { $0.bounds.origin = CGPoint(x: CGFloat($1), y: 0.5) }),
        ("its blend mode", true, { $0.compositingFilter = $1 % 2 == 0 ? nil : "differenceBlendMode" }),
        ("its shadow", true, { $0.shadowRadius = CGFloat($1) }),
        ("a filter", true, { $0.filters = [LayerFilter.gaussianBlur(radius: CGFloat($1))] }),
        ("a mask", true, { $0.mask = $1 % 3 == 0 ? nil : CALayer(CGFloat($1), 2, 20, 20, .black) }),
        (
            "layers that come and go", true,
            { layer, step in
                if step % 2 == 0 {
                    layer.sublayers?.removeFirst()
                } else {
                    layer.add(CALayer(CGFloat(step), 1, 9, 9, .blue))
                }
            }
        ),
        (
            "one layer in the place of another", true,
            { layer, step in
                layer.replaceSublayer(
                    layer.sublayers![0], with: CALayer(CGFloat(step), 1, 9, 9, step % 2 == 0 ? .red : .blue))
            }
        ),
        ("the order of layers", false, { layer, _ in layer.insertSublayer(layer.sublayers![1], at: 0) }),
        ("its scale", true, { $0.rasterizationScale = 0.5 + CGFloat($1) / 2 }),
        ("whether it is kept", true, { $0.shouldRasterize = $1 % 2 == 0 }),
        ("a layer in it, whether that is kept", false, { $0.sublayers?[0].shouldRasterize = $1 % 2 == 1 }),
        ("depth in it", false, { $0.sublayerTransform = .perspective(CGFloat($1) * 50) }),
        (
            "whether it keeps depth around it", false,
            { layer, step in
                layer.superlayer?.sublayerTransform = step % 2 == 0 ? CATransform3DIdentity : .perspective(90)
            }
        ),
    ]

    @Test(arguments: changes.indices)
    func `whatever changes in a kept picture, it is what is drawn from nothing`(index: Int) throws {
        let (name, shows, change) = Self.changes[index]
        try CompositorStage.run {
            let stage = CompositorStage(100, 80, scale: 1, background: color(1, 1, 1), threads: 2)
            let layer = Self.kept(1.5)
            stage.root.addSublayer(layer)
            stage.draw()
            for step in 1...6 {
                let former = stage.pixels
                change(layer, step)
                stage.draw()
                #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0, "\(name), step \(step)")
                if step == 1, shows { #expect(stage.pixels != former, "\(name)") }
            }
        }
    }

    @Test func `animations in a kept picture and of the layer run by the layer's own time`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 80)
            let layer = Self.kept()
            (stage.root.speed, layer.speed, layer.timeOffset) = (2, 0.5, 0.25)
            stage.root.addSublayer(layer)
            func animate(_ layer: CALayer, _ key: String, to value: Any) {
                let animation = CABasicAnimation(keyPath: key)
                (animation.toValue, animation.duration) = (value, 2)
                layer.add(animation, forKey: key)
            }
            animate(layer, "position.x", to: CGFloat(70))
            animate(layer, "opacity", to: Float(0.2))
            animate(layer, "cornerRadius", to: CGFloat(14))
            animate(layer.sublayers![1], "position.y", to: CGFloat(24))
            animate(layer, "rasterizationScale", to: CGFloat(0.5))
            for time in stride(from: 0, through: 2.5, by: 0.25) {
                stage.draw(at: time)
                #expect(difference(stage.pixels, stage.pixelsFromNothing(at: time)).count == 0, "\(time)")
            }
        }
    }

    @Test func `showings of a replicator share one picture, and each that is behind has its own`() throws {
        try CompositorStage.run {
            for delay in [0, 0.25] {
                let stage = CompositorStage(200, 80)
                let replicator = CAReplicatorLayer()
                (replicator.instanceCount, replicator.instanceDelay) = (4, delay)
                replicator.instanceTransform = CATransform3DMakeTranslation(35, 5, 0)
                stage.root.addSublayer(replicator)
                let layer = Self.kept()
                replicator.addSublayer(layer)
                let animation = CABasicAnimation(keyPath: "backgroundColor")
                (animation.toValue, animation.duration) = (color(0, 0, 1), 2)
                layer.add(animation, forKey: nil)
                for time in stride(from: 0, through: 3, by: 0.25) {
                    stage.draw(at: time)
                    #expect(difference(stage.pixels, stage.pixelsFromNothing(at: time)).count == 0, "\(delay), \(time)")
                }
                #expect(stage.compositor.scene.pictures.count == (delay == 0 ? 1 : 4))
            }
        }
    }

    @Test func `a replicator in a kept picture goes on behind what it shows`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 80)
            let layer = Self.kept()
            stage.root.addSublayer(layer)
            let replicator = CAReplicatorLayer()
            (replicator.instanceCount, replicator.instanceDelay) = (3, 0.5)
            replicator.instanceTransform = CATransform3DMakeTranslation(10, 0, 0)
            layer.addSublayer(replicator)
            let inner = replicator.add(CALayer(0, 0, 8, 8, .red))
            let animation = CABasicAnimation(keyPath: "position.y")
            (animation.toValue, animation.duration) = (CGFloat(25), 0.5)
            inner.add(animation, forKey: nil)
            for time in stride(from: 0, through: 2, by: 0.125) {
                stage.draw(at: time)
                #expect(difference(stage.pixels, stage.pixelsFromNothing(at: time)).count == 0, "\(time)")
            }
        }
    }

    @Test func `pictures that no layer shows any more are let go of`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 80)
            let layers = (0..<3).map { _ in Self.kept() }
            for layer in layers { stage.root.addSublayer(layer) }
            stage.draw()
            #expect(stage.compositor.scene.pictures.count == 3)
            layers[0].removeFromSuperlayer()
            layers[1].isHidden = true
            layers[2].shouldRasterize = false
            stage.draw()
            #expect(stage.compositor.scene.pictures.isEmpty)
            layers[1].isHidden = false
            // This one is drawn by one step either way.
            let plain = stage.root.add(CALayer(60, 60, 10, 10, .red)) { $0.shouldRasterize = true }
            stage.draw()
            #expect(stage.compositor.scene.pictures.count == 2)
            plain.shouldRasterize = false
            stage.draw()
            #expect(stage.compositor.scene.pictures.count == 1)
            #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0)
        }
    }

    @Test func `a picture that is forgotten for want of memory is drawn again`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 80, cacheLimit: 1)
            let (layer, other) = (Self.kept(), Self.kept())
            stage.root.addSublayer(layer)
            stage.root.addSublayer(other)
            for step in 0..<6 {
                layer.position.x = step % 2 == 0 ? 50 : 500
                other.position.x = step % 2 == 0 ? 500 : 50
                stage.draw()
                #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0, "\(step)")
            }
        }
    }

    /// What cannot be kept.
    private static let refused: [(name: String, change: @Sendable (CALayer) -> Void)] = [
        ("a scale of 0", { $0.rasterizationScale = 0 }),
        ("a negative scale", { $0.rasterizationScale = -1 }),
        ("a scale that is no number", { $0.rasterizationScale = .nan }),
        ("a scale without end", { $0.rasterizationScale = .infinity }),
        ("something far away in it", { $0.add(CALayer(1e6, 1e6, 10, 10, .red)) }),
        ("a huge layer", { $0.bounds.size = CGSize(width: 1e7, height: 1e7) }),
    ]

    @Test(arguments: refused.indices)
    func `what cannot be kept is drawn as any other layer`(index: Int) throws {
        let (name, change) = Self.refused[index]
        try CompositorStage.run {
            let pictures = [true, false].map { isKept in
                let stage = CompositorStage(100, 80)
                let layer = Self.kept()
                stage.root.addSublayer(layer)
                change(layer)
                layer.shouldRasterize = isKept
                stage.draw()
                return stage.pixels
            }
            #expect(pictures[0] == pictures[1], "\(name)")
        }
    }

    /// What makes a picture too large.
    private static let growths: [(name: String, change: @Sendable (CALayer, Bool) -> Void)] = [
        ("a layer that goes far away", { $0.sublayers?[0].position.x = $1 ? 1e6 : 12 }),
        (
            "a layer that comes far away",
            { layer, isFar in
                if isFar {
                    layer.add(CALayer(1e6, 0, 5, 5, .green))
                } else {
                    layer.sublayers?.last?.removeFromSuperlayer()
                }
            }
        ),
        (
            "a layer inside of one that goes far away",
            {
                $0.sublayers?[0].sublayerTransform =
                    $1
                    ? CATransform3DMakeTranslation(1e6, 0, 0) : CATransform3DIdentity
            }
        ),
    ]

    @Test(arguments: growths.indices, [1, 1.7] as [CGFloat])
    func `a picture that becomes too large is none until it has become smaller`(index: Int, scale: CGFloat) throws {
        let (name, change) = Self.growths[index]
        try CompositorStage.run {
            let stage = CompositorStage(100, 80, background: color(1, 1, 1))
            let layer = Self.kept(scale)
            layer.sublayers?[0].add(CALayer(1, 1, 4, 4, .green))
            stage.root.addSublayer(layer)
            stage.draw()
            for step in 1...6 {
                if step % 3 == 0 { layer.sublayers?[1].position.y += 2 } else { change(layer, step % 3 == 1) }
                stage.draw()
                #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0, "\(name), step \(step)")
            }
        }
    }
}
