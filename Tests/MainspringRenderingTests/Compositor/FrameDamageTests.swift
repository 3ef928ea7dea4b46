import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

/// What a frame says has changed, which windows are given anew, beside the pixels that have.
@Suite struct FrameDamageTests {
    /// A layer whose place is animated, in a picture of 200 by 200.
    @Test(arguments: ["a shape", "a shadow", "a blur"], ["position", "transform.rotation.y", "zPosition"])
    func `what paints beyond its bounds is drawn again nearby alone while only its place is animated`(
        kind: String, key: String
    ) throws {
        try CompositorStage.run {
            let stage = CompositorStage(200, 200)
            let box = kind == "a shape" ? CAShapeLayer() : CALayer()
            box.frame = CGRect(x: 40, y: 40, width: 20, height: 20)
            switch kind {
            case "a shape":
                (box as? CAShapeLayer)?.path = CGPath(rect: CGRect(x: -5, y: -5, width: 30, height: 30), transform: nil)
            case "a shadow": (box.shadowOpacity, box.shadowRadius) = (1, 2)
            default: box.filters = [LayerFilter.gaussianBlur(radius: 2)]
            }
            let inner = box.add(CALayer(5, 5, 10, 10, .red))
            stage.root.addSublayer(box)
            let animation = CABasicAnimation(keyPath: key)
            (animation.fromValue, animation.toValue, animation.duration) =
                key == "position" ? (CGPoint(x: 50, y: 50), CGPoint(x: 60, y: 50), 10) : (0.1, 0.9, 10)
            box.add(animation, forKey: nil)
            stage.draw(at: 1)
            for (time, colour) in [(2.0, CGColor.blue), (5, .red)] {
                inner.backgroundColor = colour
                stage.draw(at: time)
                let near = CGRect(x: 0, y: 0, width: 120, height: 120)
                for damage in [stage.frameDamage, stage.compositor.lastDamage] {
                    #expect(!damage.isEmpty && damage.allSatisfy { near.contains($0) }, "\(damage)")
                }
                #expect(difference(stage.pixels, stage.pixelsFromNothing(at: time)).count == 0, "at \(time)")
            }
        }
    }

    @Test(arguments: Seeds.first(40))
    func `what differs from the picture before lies in what the frame says has changed`(seed: UInt64) throws {
        try CompositorStage.run {
            let stage = CompositorStage(160, 160)
            var scene = RandomScene(seed: seed, in: stage.root, size: 160)
            scene.fill(14)
            stage.draw()
            for step in 1..<16 {
                scene.change()
                if step % 3 == 0 { stage.drawTiles() }
                let former = stage.pixels
                stage.draw(at: Double(step) * 0.25)
                #expect(stage.changesBesideDamage(since: former) == 0, "seed \(seed), step \(step)")
            }
        }
    }

    /// What makes of a change one elsewhere, and what is changed of it.
    @Test(arguments: Spreading.allCases)
    func `what is changed far from where a layer lies is said to have changed`(_ kind: Spreading) throws {
        try CompositorStage.run {
            let stage = CompositorStage(300, 300, background: color(1, 1, 1))
            let outer = stage.root.add(CALayer(0, 0, 300, 300))
            let box = outer.add(kind.isReplicator ? CAReplicatorLayer() : CALayer())
            box.frame = CGRect(x: 140, y: 140, width: 20, height: 20)
            box.backgroundColor = kind.isReplicator ? nil : .red
            let (inner, change) = kind.prepare(stage.root, outer, box)
            stage.draw(at: 0)
            for time in [1.0, 2, 5.5] {
                var former = stage.pixels
                stage.draw(at: time)
                #expect(stage.changesBesideDamage(since: former) == 0, "at \(time)")
                change(time)
                former = stage.pixels
                stage.draw(at: time)
                #expect(stage.changesBesideDamage(since: former) == 0, "changed at \(time)")
                _ = inner
            }
        }
    }

    enum Spreading: CaseIterable {
        case blurBesideClip, fadeOfBlur, shrinkingBlur, lesserBlur, endOfShadow, perspective, afterRebuild,
            shadowFromNone, removed

        var isReplicator: Bool { self == .afterRebuild }

        private static func animation(_ key: String, _ from: Any, _ to: Any) -> CABasicAnimation {
            let animation = CABasicAnimation(keyPath: key)
            (animation.fromValue, animation.toValue, animation.duration) = (from, to, 6)
            return animation
        }

        /// Makes the scene; what is returned changes it.
        func prepare(_ root: CALayer, _ outer: CALayer, _ box: CALayer) -> (CALayer, (Double) -> Void) {
            let far = CALayer(60, 0, 20, 20, .blue)
            switch self {
            case .blurBesideClip:
                outer.frame = CGRect(x: 0, y: 0, width: 100, height: 300)
                outer.masksToBounds = true
                box.frame.origin = CGPoint(x: 102, y: 40)
                box.filters = [LayerFilter.gaussianBlur(radius: 10)]
                box.add(Self.animation("position.y", 50, 90), forKey: nil)
                return (box, { _ in box.backgroundColor = .blue })
            case .fadeOfBlur:
                box.filters = [LayerFilter.gaussianBlur(radius: 20)]
                return (
                    box,
                    { time in
                        guard time == 1 else { return }
                        let fade = CATransition()
                        fade.duration = 4
                        box.add(fade, forKey: kCATransition)
                        box.filters = nil
                    }
                )
            case .shrinkingBlur:
                box.filters = [LayerFilter.gaussianBlur(radius: 10)]
                let scale = CAKeyframeAnimation(keyPath: "transform.scale")
                (scale.values, scale.keyTimes, scale.calculationMode) = ([4, 0.25], [0, 0.3, 1], .discrete)
                scale.duration = 6
                box.add(scale, forKey: nil)
                return (box, { _ in })
            case .lesserBlur:
                box.filters = [LayerFilter.gaussianBlur(radius: 20)]
                box.add(Self.animation("position", CGPoint(x: 150, y: 150), CGPoint(x: 155, y: 150)), forKey: nil)
                return (box, { box.filters = [LayerFilter.gaussianBlur(radius: 8 / $0)] })
            case .endOfShadow:
                box.addSublayer(far)
                (box.shadowOpacity, box.shadowRadius) = (1, 1)
                box.add(Self.animation("position", CGPoint(x: 150, y: 150), CGPoint(x: 155, y: 150)), forKey: nil)
                box.add(Self.animation("shadowRadius", 20, 25), forKey: "shadow")
                return (far, { if $0 == 2 { box.removeAnimation(forKey: "shadow") } })
            case .perspective:
                var perspective = CATransform3DIdentity
                perspective.m34 = -1.0 / 500
                outer.sublayerTransform = perspective
                (box.zPosition, box.bounds.size) = (450, CGSize(width: 4, height: 4))
                box.filters = [LayerFilter.gaussianBlur(radius: 2)]
                box.add(Self.animation("transform.rotation.y", 0, 0.5), forKey: nil)
                return (box, { _ in box.backgroundColor = .blue })
            case .afterRebuild:
                (box as? CAReplicatorLayer)?.instanceCount = 3
                (box as? CAReplicatorLayer)?.instanceTransform = CATransform3DMakeTranslation(40, 0, 0)
                let dot = box.add(CALayer(0, 0, 10, 10, .red))
                return (
                    dot,
                    { time in
                        if time == 1 { root.addSublayer(CALayer(0, 0, 10, 10, .black)) }
                        if time == 2 { dot.backgroundColor = .blue }
                    }
                )
            case .shadowFromNone:
                box.addSublayer(far)
                box.shadowRadius = 10
                box.add(Self.animation("shadowOpacity", 0, 1), forKey: nil)
                return (far, { _ in far.backgroundColor = .black })
            case .removed:
                box.addSublayer(far)
                (box.shadowOpacity, box.shadowRadius) = (1, 15)
                return (far, { if $0 == 1 { far.removeFromSuperlayer() } else { box.removeFromSuperlayer() } })
            }
        }
    }
}
