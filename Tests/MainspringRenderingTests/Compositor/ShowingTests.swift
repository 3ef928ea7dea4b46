import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// Replicators and particles beside layers that show the same.
@Suite struct ShowingTests {
    private static func box(_ x: CGFloat, _ y: CGFloat, _ side: CGFloat = 10) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: y, width: side, height: side)
        layer.backgroundColor = color(1, 1, 1)
        return layer
    }

    private static func replicator(_ count: Int, _ transform: CATransform3D, _ inner: CALayer) -> CAReplicatorLayer {
        let layer = CAReplicatorLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        (layer.instanceCount, layer.instanceTransform) = (count, transform)
        layer.addSublayer(inner)
        return layer
    }

    /// Whether two trees make the same pixels.
    private static func isSame(
        at time: Double = 0, tolerance: Int = 0, _ first: @escaping @Sendable (CALayer) -> Void,
        _ second: @escaping @Sendable (CALayer) -> Void
    ) throws -> Bool {
        try CompositorStage.run {
            let (one, other) = (CompositorStage(100, 100), CompositorStage(100, 100))
            first(one.root)
            second(other.root)
            one.draw(at: time)
            other.draw(at: time)
            return difference(one.pixels, other.pixels, tolerance: tolerance).count == 0
                && one.pixels.contains { $0 != 0 }
        }
    }

    @Test func `a replicator shows its layers moved by each step once more`() throws {
        let move = CATransform3DMakeTranslation(15, 5, 0)
        #expect(
            try Self.isSame {
                $0.addSublayer(Self.replicator(4, move, Self.box(10, 20)))
            } _: {
                for number in 0..<4 { $0.addSublayer(Self.box(10 + 15 * CGFloat(number), 20 + 5 * CGFloat(number))) }
            })
    }

    @Test func `replicators in each other multiply, and their edges and clips go along`() throws {
        #expect(
            try Self.isSame {
                let inner = Self.replicator(3, CATransform3DMakeTranslation(0, 20, 0), Self.clipped(5, 5))
                $0.addSublayer(Self.replicator(4, CATransform3DMakeTranslation(25, 0, 0), inner))
            } _: {
                for x in 0..<4 {
                    for y in 0..<3 { $0.addSublayer(Self.clipped(5 + 25 * CGFloat(x), 5 + 20 * CGFloat(y))) }
                }
            })
    }

    private static func clipped(_ x: CGFloat, _ y: CGFloat) -> CALayer {
        let layer = box(x, y, 16)
        (layer.masksToBounds, layer.cornerRadius) = (true, 6)
        let inner = box(8, 0, 16)
        inner.backgroundColor = color(1, 0, 0)
        layer.addSublayer(inner)
        return layer
    }

    @Test func `a replicator that is seen from its edge shows nothing`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            // The viewer stands before the middle of it, which the root's own anchor is not.
            let room = CALayer()
            room.frame = stage.root.bounds
            room.sublayerTransform = .perspective(160)
            stage.root.addSublayer(room)
            let space = CATransformLayer()
            space.frame = stage.root.bounds
            space.transform = CATransform3DMakeRotation(-0.35, 1, 0, 0)
            let layer = Self.replicator(6, CATransform3DMakeRotation(.pi / 3, 0, 1, 0), Self.box(20, 20, 60))
            space.addSublayer(layer)
            room.addSublayer(space)
            for (turn, isSeen) in [(0.4, true), (.pi / 2, false), (2.1, true)] {
                layer.transform = CATransform3DMakeRotation(turn, 0, 1, 0)
                stage.draw()
                #expect(stage.pixels.contains { $0 != 0 } == isSeen, "turned by \(turn)")
            }
        }
    }

    @Test func `each showing has colours of its own`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 20)
            let layer = Self.replicator(4, CATransform3DMakeTranslation(20, 0, 0), Self.box(5, 5))
            layer.instanceColor = color(1, 0.8, 0.6, 1)
            (layer.instanceRedOffset, layer.instanceAlphaOffset) = (-0.2, -0.2)
            stage.root.addSublayer(layer)
            stage.draw()
            let found = (0..<4).map { stage.pixel(10 + 20 * $0, 10) }
            let wanted = (0..<4).map { number -> UInt32 in
                let alpha = 1 - 0.2 * Double(number)
                func byte(_ value: Double) -> UInt32 { UInt32((value * alpha * 255).rounded()) }
                return byte(1) << 24 | byte(1 - 0.2 * Double(number)) << 16 | byte(0.8) << 8 | byte(0.6)
            }
            #expect(difference(found, wanted).greatest <= 1)
        }
    }

    @Test(arguments: [0, 0.5, 1.2, 1.9, 2.4, 3.5]) func `each showing is behind the one before it`(time: Double) throws
    {
        @Sendable func move(_ layer: CALayer, _ begin: Double) {
            let animation = CABasicAnimation(keyPath: "opacity")
            (animation.fromValue, animation.toValue, animation.duration) = (0.2, 0.9, 1)
            animation.beginTime = 1 + begin
            layer.add(animation, forKey: "fade")
        }
        let isSame = try CompositorStage.run {
            let (one, other) = (CompositorStage(100, 30), CompositorStage(100, 30))
            let layer = Self.box(5, 5)
            let replicator = Self.replicator(4, CATransform3DMakeTranslation(20, 0, 0), layer)
            replicator.instanceDelay = 0.4
            one.root.addSublayer(replicator)
            move(layer, 0)
            for number in 0..<4 {
                let layer = Self.box(5 + 20 * CGFloat(number), 5)
                other.root.addSublayer(layer)
                move(layer, 0.4 * Double(number))
            }
            // Frames before, so that what is behind is brought up to date.
            for step in stride(from: 0, to: time, by: 0.3) { one.draw(at: step) }
            one.draw(at: time)
            other.draw(at: time)
            return one.pixels == other.pixels && one.pixels == one.pixelsFromNothing(at: time)
        }
        #expect(isSame)
    }

    /// At the place of the one that moved there is one in a mask now, which lies elsewhere.
    @Test func `what is shown again leaves what it has shown, whatever is shown in its place`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 60)
            let replicator = Self.replicator(2, CATransform3DMakeTranslation(0, 30, 0), Self.box(60, 5))
            let (moving, masked) = (Self.box(5, 5), Self.box(30, 5))
            masked.mask = Self.box(0, 0)
            replicator.addSublayer(masked)
            replicator.addSublayer(moving)
            stage.root.addSublayer(replicator)
            stage.draw()
            replicator.insertSublayer(moving, at: 0)
            moving.position.x = 90
            stage.draw()
            #expect(stage.pixels == stage.pixelsFromNothing() && stage.pixel(10, 40) == 0)
        }
    }

    @Test func `more showings than there may be are left out, and nothing hangs`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(50, 50)
            stage.compositor.scene.mostClones = 300
            let inner = Self.replicator(.max, CATransform3DMakeTranslation(0.001, 0, 0), Self.box(5, 5))
            stage.root.addSublayer(Self.replicator(100, CATransform3DMakeTranslation(0, 0.1, 0), inner))
            stage.draw()
            #expect(stage.pixel(10, 10) == 0xffff_ffff)
            for transform in [
                CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(.nan, 1, 1),
                CATransform3DMakeScale(1e9, 1e9, 1),
            ] {
                stage.root.addSublayer(Self.replicator(3, transform, Self.box(20, 20)))
            }
            stage.draw()
            #expect(stage.pixel(25, 25) == 0xffff_ffff)
        }
    }

    // MARK: Particles

    private static func emitter(additive: Bool = false) -> CAEmitterLayer {
        let emitter = CAEmitterLayer()
        emitter.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        emitter.emitterPosition = CGPoint(x: 50, y: 50)
        if additive { emitter.renderMode = .additive }
        let cell = CAEmitterCell()
        cell.contents = testImage(12, 12)
        (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (10, 2, 20, .pi * 2)
        (cell.scaleRange, cell.spin, cell.alphaSpeed) = (0.5, 1, -0.3)
        if additive { cell.color = color(1, 0.5, 0.2, 0.8) }
        emitter.emitterCells = [cell]
        return emitter
    }

    @Test func `particles are what layers with the same picture, place, size and turn are`() throws {
        #expect(
            try Self.isSame(at: 3) {
                $0.addSublayer(Self.emitter())
            } _: {
                let emitter = Self.emitter()
                for particle in ParticleSystem(of: emitter).particles(at: 3) {
                    let layer = CALayer()
                    layer.bounds = CGRect(x: 0, y: 0, width: 12, height: 12)
                    layer.contents = testImage(12, 12)
                    layer.position = CGPoint(x: particle.position.x, y: particle.position.y)
                    layer.opacity = particle.color.w
                    layer.transform = CATransform3DScale(
                        CATransform3DMakeRotation(particle.rotation, 0, 0, 1), particle.scale, particle.scale, 1)
                    $0.addSublayer(layer)
                }
            })
    }

    @Test(arguments: [true, false]) func `frames of particles are those from nothing, and go on by themselves`(
        additive: Bool
    ) throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100, background: color(0, 0, 0.2))
            stage.root.addSublayer(Self.emitter(additive: additive))
            var seen: Set<[UInt32]> = []
            for time in stride(from: 0, through: 3, by: 0.25) {
                stage.draw(at: time)
                #expect(stage.pixels == stage.pixelsFromNothing(at: time))
                seen.insert(stage.pixels)
            }
            #expect(seen.count > 10)
        }
    }
}
