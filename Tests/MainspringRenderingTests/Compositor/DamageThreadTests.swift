import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

@Suite struct DamageThreadTests {
    private static let seeds: [UInt64] =
        Array(Seeds.first(12)) + [1003, 1074, 1121, 1140, 1408, 1417, 1636, 1843]

    /// The last eight seeds are those of former failures.
    @Test(arguments: Seeds.sample(seeds, sanitized: 4))
    func `what is drawn by damage is what is drawn from nothing, bit for bit, by any number of threads`(seed: UInt64)
        throws
    {
        try CompositorStage.run {
            let scale: CGFloat = seed % 4 == 0 ? 1.5 : 1
            let stage = CompositorStage(
                Int(160 * scale), Int(160 * scale), scale: scale, background: seed % 2 == 0 ? color(1, 1, 1) : nil,
                threads: Int(seed % 3) + 1)
            var scene = RandomScene(seed: seed, in: stage.root, size: 160)
            scene.fill(14)
            var time = 0.0
            for step in 0..<12 {
                stage.draw(at: time)
                let wanted = stage.pixelsFromNothing(at: time, threads: step % 4 + 1)
                let found = difference(stage.pixels, wanted)
                #expect(
                    found.count == 0,
                    "seed \(seed), step \(step): \(found.count) pixels differ, by up to \(found.greatest)")
                scene.change()
                // Of tiles some are there with the next frame, and some later.
                if step % 3 != 0 { stage.drawTiles() } else { stage.turn() }
                time += 0.25
            }
        }
    }

    /// How a group mixes with what is behind it, or what it makes of clear pixels.
    @Test(arguments: ["clear", "copy", "sourceIn", "plusD", "hueBlendMode", "a filter", "a filter, and a blur"])
    func `a group that changes all that is around it is drawn again where that grows or shrinks`(kind: String) throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let ground = CALayer(0, 0, 100, 100, color(0.2, 0.7, 0.4, 0.8))
            let group = CALayer(20, 20, 10, 10, .red)
            let inner = group.add(CALayer(20, 0, 10, 10, .blue))
            if kind.hasPrefix("a filter") {
                let fill: [Float] = [1, 0, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0.5]
                group.filters = [LayerFilter.colorMatrix(fill)]
                if kind != "a filter" { group.filters?.append(LayerFilter.gaussianBlur(radius: 3)) }
            } else {
                group.compositingFilter = kind
            }
            stage.root.addSublayer(ground)
            stage.root.addSublayer(group)
            for place in [CGPoint(x: 25, y: 5), CGPoint(x: 25, y: 50), CGPoint(x: 60, y: 55), CGPoint(x: 5, y: 5)] {
                inner.position = place
                stage.draw()
                #expect(difference(stage.pixels, stage.pixelsFromNothing(threads: 2)).count == 0, "\(place)")
            }
        }
    }

    /// What becomes of a small layer in a large one that blurs, or throws a shadow of what is in it.
    @Test(
        arguments: ["blur", "shadow"], ["goes", "is replaced", "goes elsewhere", "goes further inside", "comes back"])
    func `what leaves a group is gone as far as the group spreads it`(kind: String, what: String) throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100, background: color(1, 1, 1))
            let group = stage.root.add(CALayer(10, 10, 60, 60, color(0, 0, 0, 0)))
            if kind == "blur" {
                group.filters = [LayerFilter.gaussianBlur(radius: 4)]
            } else {
                (group.shadowOpacity, group.shadowRadius, group.shadowOffset) = (1, 4, CGSize(width: 6, height: 0))
            }
            // These stay at its corners, so that it does not become another size.
            group.add(CALayer(0, 0, 4, 4, .green))
            let other = group.add(CALayer(56, 56, 4, 4, .green))
            let outside = stage.root.add(CALayer(80, 80, 4, 4))
            let small = group.add(CALayer(26, 26, 8, 8, .red))
            stage.draw()
            switch what {
            case "goes": small.removeFromSuperlayer()
            case "is replaced": group.replaceSublayer(small, with: CALayer(30, 28, 2, 2, .blue))
            case "goes elsewhere": outside.addSublayer(small)
            case "goes further inside": other.addSublayer(small)
            default:
                small.removeFromSuperlayer()
                stage.draw()
                group.addSublayer(small)
            }
            stage.draw()
            #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0)
        }
    }

    @Test func `particles that become small are the same whatever was drawn before`() throws {
        try CompositorStage.run {
            let (image, stage) = (noise(32, 32).image, CompositorStage(60, 60))
            let emitter = CAEmitterLayer()
            let cell = CAEmitterCell()
            emitter.emitterPosition = CGPoint(x: 30, y: 30)
            (cell.contents, cell.birthRate, cell.lifetime, cell.scaleSpeed) = (image, 1, 3, -0.45)
            emitter.emitterCells = [cell]
            stage.root.addSublayer(emitter)
            // The same picture, of which smaller versions are made.
            let small = stage.root.add(CALayer(0, 0, 4, 4)) { $0.contents = image }
            for time in stride(from: 1, to: 4, by: 0.25) {
                small.isHidden = time > 2
                stage.draw(at: time)
                #expect(difference(stage.pixels, stage.pixelsFromNothing(at: time)).count == 0, "\(time)")
            }
        }
    }

    @Test func `what has not changed is not drawn again`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let box = CALayer()
            box.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
            box.backgroundColor = color(1, 0, 0)
            stage.root.addSublayer(box)
            stage.draw()
            #expect(stage.compositor.lastDamage == [CGRect(x: 0, y: 0, width: 100, height: 100)])
            stage.draw()
            #expect(stage.compositor.lastDamage.isEmpty)
            box.name = "box"
            stage.draw()
            #expect(stage.compositor.lastDamage.isEmpty || stage.compositor.lastDamage == [box.frame])
        }
    }

    /// A change, and what must be drawn again of a picture of 100 by 100 with a box of 20 by 20 at 10, 10.
    @Test func `what changes is drawn again where it was and where it is, and nothing else`() throws {
        let was = CGRect(x: 10, y: 10, width: 20, height: 20)
        let cases: [(String, @Sendable (CALayer) -> Void, [CGRect])] = [
            ("moved far", { $0.position.x += 50 }, [was, was.offsetBy(dx: 50, dy: 0)]),
            ("moved a little", { $0.position.x += 5 }, [was.union(was.offsetBy(dx: 5, dy: 0))]),
            ("a colour", { $0.backgroundColor = color(0, 0, 1) }, [was]),
            ("hidden", { $0.isHidden = true }, [was]),
            ("removed", { $0.removeFromSuperlayer() }, [was]),
            ("opacity", { $0.opacity = 0.5 }, [was]),
            ("larger", { $0.frame.size.width = 30 }, [CGRect(x: 10, y: 10, width: 30, height: 20)]),
            ("half a pixel", { $0.position.x += 0.5 }, [CGRect(x: 10, y: 10, width: 21, height: 20)]),
        ]
        for (name, change, expected) in cases {
            let found = try CompositorStage.run {
                let stage = CompositorStage(100, 100)
                let box = CALayer()
                box.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
                box.backgroundColor = color(1, 0, 0)
                stage.root.addSublayer(box)
                let still = CALayer()
                still.frame = CGRect(x: 0, y: 50, width: 100, height: 50)
                still.backgroundColor = color(0, 1, 0)
                stage.root.addSublayer(still)
                stage.draw()
                change(box)
                stage.draw()
                return stage.compositor.lastDamage
            }
            #expect(found.sorted { $0.minX < $1.minX } == expected, "\(name)")
        }
    }

    @Test func `what a blur or a shadow brings elsewhere is drawn again there`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let group = CALayer()
            group.frame = CGRect(x: 30, y: 30, width: 40, height: 40)
            let box = CALayer()
            box.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
            box.backgroundColor = color(1, 0, 0)
            group.addSublayer(box)
            group.filters = [LayerFilter.gaussianBlur(radius: 4)]
            stage.root.addSublayer(group)
            stage.draw()
            #expect(stage.pixel(36, 50) >> 24 > 0 && stage.pixel(10, 50) == 0)
            box.backgroundColor = color(0, 0, 1)
            stage.draw()
            let damage = stage.compositor.lastDamage
            #expect(damage.count == 1 && damage[0].minX <= 32 && damage[0].maxX >= 68 && damage[0].minX > 20)
            #expect(stage.pixels == stage.pixelsFromNothing())
        }
    }

    @Test func `a frame that was left out makes the next one whole`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(60, 60)
            let box = CALayer()
            box.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
            box.backgroundColor = color(1, 0, 0)
            stage.root.addSublayer(box)
            stage.draw()
            box.position.x = 40
            _ = stage.pixelsFromNothing()
            stage.skip()
            stage.draw()
            #expect(stage.pixels == stage.pixelsFromNothing())
        }
    }

    @Test func `what is in a layer that is hidden is taken away with it, also where it lies elsewhere`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(100, 100)
            let outer = CALayer()
            outer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            let inner = CALayer()
            inner.frame = CGRect(x: 60, y: 60, width: 20, height: 20)
            inner.backgroundColor = color(1, 0, 0)
            outer.addSublayer(inner)
            stage.root.addSublayer(outer)
            for isHidden in [false, true, false] {
                outer.isHidden = isHidden
                stage.draw()
                #expect((stage.pixel(70, 70) == 0) == isHidden)
                #expect(stage.pixels == stage.pixelsFromNothing())
            }
        }
    }

    @Test func `when an animation of a layer's looks is over, it shows what it says itself`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(60, 60)
            let box = CALayer()
            box.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
            box.backgroundColor = color(1, 0, 0)
            stage.root.addSublayer(box)
            let round = CABasicAnimation(keyPath: "cornerRadius")
            (round.fromValue, round.toValue, round.duration) = (20, 20, 10)
            box.add(round, forKey: "round")
            stage.draw(at: 1)
            #expect(stage.pixel(11, 11) == 0)
            box.removeAnimation(forKey: "round")
            stage.draw(at: 2)
            #expect(stage.pixel(11, 11) == 0xffff_0000)
            #expect(stage.pixels == stage.pixelsFromNothing(at: 2))
        }
    }

    /// What is animated, and whether what the layer shows in its own coordinates changes with it.
    @Test(arguments: [
        ("position", false), ("transform", false), ("transform.rotation.z", false), ("transform.rotation.y", false),
        ("zPosition", false), ("anchorPoint", false), ("sublayerTransform", false), ("opacity", false),
        ("cornerRadius", true), ("backgroundColor", true), ("borderWidth", true), ("bounds", true),
    ])
    func `what a layer shows is found once while only its place is animated`(key: String, changes: Bool) throws {
        try CompositorStage.run {
            let stage = CompositorStage(60, 60)
            let box = stage.root.add(CALayer(10, 10, 40, 40, .red))
            (box.contents, box.borderColor) = (noise(8, 8).image, CGColor.black)
            box.add(CALayer(5, 5, 10, 10, .blue))
            let animation = CABasicAnimation(keyPath: key)
            (animation.fromValue, animation.toValue, animation.duration) =
                switch key {
                case "position": (CGPoint(x: 20, y: 20), CGPoint(x: 40, y: 30), 10)
                case "anchorPoint": (CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1), 10)
                case "bounds":
                    (CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 0, y: 0, width: 40, height: 40), 10)
                case "transform", "sublayerTransform":
                    (CATransform3DMakeRotation(0.1, 1, 0, 0), CATransform3DMakeRotation(1, 1, 0, 0), 10)
                case "backgroundColor": (CGColor.black, CGColor.white, 10)
                default: (0.1, 0.9, 10)
                }
            box.add(animation, forKey: nil)
            var paints: [ObjectIdentifier] = []
            var kept: [LayerPaint] = []
            for time in [1.0, 4, 4.5, 8] {
                stage.draw(at: time)
                #expect(difference(stage.pixels, stage.pixelsFromNothing(at: time)).count == 0, "at \(time)")
                // The root comes first.
                let paint = try #require(stage.compositor.scene.nodes[1].paint)
                // So that no other one comes to lie in its place.
                kept.append(paint)
                paints.append(ObjectIdentifier(paint))
            }
            #expect(Set(paints).count == (changes ? 4 : 1))
        }
    }
}
