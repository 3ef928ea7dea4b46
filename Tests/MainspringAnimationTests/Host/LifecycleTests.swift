import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct LifecycleTests {
    /// An animation whose beginning and end the stage's log tells.
    private func told(_ name: String, _ stage: Stage, _ animation: CABasicAnimation) -> CABasicAnimation {
        animation.delegate = LoggingDelegate(name, stage)
        return animation
    }

    @Test func `a layer keeps a copy of what is added`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let animation = basic(from: 0, to: 1, duration: 2)
            layer.add(animation, forKey: "key")
            animation.toValue = 5
            animation.duration = 9
            let kept = try #require(layer.animation(forKey: "key") as? CABasicAnimation)
            #expect(kept !== animation)
            #expect(kept.toValue as? Int == 1)
            #expect(kept.duration == 2)
            #expect(layer.animation(forKey: "key") === kept)
            CATransaction.flush()
            #expect(animation.beginTime == 0)
            stage.run(for: 1)
            #expect(layer.presentation()?.opacity == 0.5)
        }
    }

    @Test func `one animation can be added to several layers, and again`() throws {
        try onStage { stage in
            let layers = [stage.addLayer(), stage.addLayer()]
            let animation = told("it", stage, basic(from: 0, to: 1))
            for layer in layers { layer.add(animation, forKey: nil) }
            stage.run(for: 2)
            #expect(stage.log == ["it began", "it began", "it finished", "it finished"])
            layers[0].add(animation, forKey: nil)
            stage.run(for: 0.5)
            #expect(layers[0].presentation()?.opacity == 0.5)
        }
    }

    @Test func `beginning and end are told once, in the frames in which they are`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(told("it", stage, basic()), forKey: nil)
            #expect(stage.log == [])
            CATransaction.flush()
            #expect(stage.log == [])
            stage.run(for: 0.01)
            #expect(stage.log == ["it began"])
            stage.run(to: 0.99)
            #expect(stage.log == ["it began"])
            stage.run(to: 1)
            #expect(stage.log == ["it began", "it finished"])
            stage.run(to: 3)
            #expect(stage.log == ["it began", "it finished"])
        }
    }

    @Test func `an animation that begins later is told of then`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(told("it", stage, basic(from: 0, to: 0.5) { $0.beginTime = 2 }), forKey: nil)
            stage.run(to: 1.9)
            #expect(stage.log == [])
            #expect(layer.presentation()?.opacity == 1)
            stage.run(to: 2.5)
            #expect(stage.log == ["it began"])
            #expect(layer.presentation()?.opacity == 0.25)
            stage.run(to: 3.1)
            #expect(stage.log == ["it began", "it finished"])
        }
    }

    @Test func `one that was over before it was added is told of both`() throws {
        try onStage { stage in
            stage.run(to: 5)
            let layer = stage.addLayer()
            layer.add(told("it", stage, basic { $0.beginTime = 1 }), forKey: nil)
            stage.run(for: 0.1)
            #expect(stage.log == ["it began", "it finished"])
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `of one frame all beginnings come first, then all ends, then the layers let go, then the blocks`() throws
    {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock {
                stage.log.append("block, keys: \(layer.animationKeys() ?? [])")
            }
            layer.add(told("a", stage, basic(duration: 1)), forKey: "a")
            layer.add(told("b", stage, basic(duration: 1)), forKey: "b")
            layer.add(told("c", stage, basic(duration: 1) { $0.beginTime = 1 }), forKey: "c")
            CATransaction.setCompletionBlock(nil)
            layer.add(told("d", stage, basic(duration: 1) { $0.beginTime = 1 }), forKey: "d")
            CATransaction.commit()
            stage.run(to: 1.5)
            #expect(stage.log == ["a began", "b began", "c began", "d began", "a finished", "b finished"])
            stage.log = []
            stage.run(to: 3)
            #expect(stage.log == ["c finished", "d finished", "block, keys: []"])
        }
    }

    @Test func `a key's animation takes the place of the one that had it, one without a key of none`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(told("a", stage, basic(duration: 9)), forKey: "key")
            layer.add(told("b", stage, basic(duration: 9)), forKey: nil)
            stage.run(to: 1)
            stage.log = []
            layer.add(told("c", stage, basic(duration: 9)), forKey: "key")
            layer.add(told("d", stage, basic(duration: 9)), forKey: nil)
            #expect(stage.log == [])
            stage.run(to: 2)
            #expect(stage.log == ["a was removed", "c began", "d began"])
            #expect(layer.animationKeys() == ["key"])
            stage.log = []
            layer.removeAllAnimations()
            stage.run(to: 3)
            #expect(stage.log == ["b was removed", "c was removed", "d was removed"])
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `the keys are those that there are, in the order of adding`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            #expect(layer.animationKeys() == nil)
            for key in ["one", "two", "three"] { layer.add(basic(duration: 9), forKey: key) }
            #expect(layer.animationKeys() == ["one", "two", "three"])
            layer.removeAnimation(forKey: "two")
            layer.removeAnimation(forKey: "none")
            #expect(layer.animationKeys() == ["one", "three"])
            layer.add(basic(duration: 9), forKey: "one")
            #expect(layer.animationKeys() == ["three", "one"])
            #expect(layer.animation(forKey: "two") == nil)
        }
    }

    @Test func `the delegate may remove, add and replace in its calls`() throws {
        final class Chain: CAAnimationDelegate {
            let layer: CALayer
            let stage: Stage
            var left = 3
            init(_ layer: CALayer, _ stage: Stage) {
                self.layer = layer
                self.stage = stage
            }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
                stage.log.append("\(flag) \((stage.now * 100).rounded() / 100)")
                guard left > 0 else { return }
                left -= 1
                layer.add(basic(duration: 0.5) { $0.delegate = self }, forKey: "key")
                if left == 0 { layer.removeAllAnimations() }
            }
        }
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(basic(duration: 0.5) { $0.delegate = Chain(layer, stage) }, forKey: "key")
            stage.run(to: 4)
            #expect(stage.log.count == 4)
            #expect(stage.log.last?.hasPrefix("false") == true)
            #expect(stage.log.dropLast().allSatisfy { $0.hasPrefix("true") })
        }
    }

    enum Going: CaseIterable, Sendable { case layer, superlayer, moved, replaced, mask, sublayersSet, root, host }

    @Test(arguments: Going.allCases)
    func `a layer that leaves its host takes its animations along: they are told that they did not finish`(
        going: Going
    ) throws {
        try onStage { stage in
            var host: LayerHost? = LayerHost(clock: stage.clock)
            let root = CALayer()
            host?.layer = root
            let outer = stage.addLayer(in: root)
            let layer = CALayer()
            if going == .mask { outer.mask = layer } else { outer.addSublayer(layer) }
            CATransaction.flush()
            layer.add(told("it", stage, basic(duration: 9)), forKey: "key")
            stage.run(to: 1)
            #expect(stage.log == ["it began"])
            switch going {
            case .layer: layer.removeFromSuperlayer()
            case .superlayer: outer.removeFromSuperlayer()
            case .moved: stage.root.addSublayer(layer)
            case .replaced: outer.replaceSublayer(layer, with: CALayer())
            case .mask: outer.mask = nil
            case .sublayersSet: outer.sublayers = nil
            case .root: host?.layer = nil
            case .host: host = nil
            }
            stage.run(to: 2)
            #expect(stage.log == ["it began", "it was removed"])
            #expect(layer.animationKeys() == nil)
            #expect((layer.presentation() == nil) == (going != .moved))
        }
    }

    @Test func `a layer that is moved within its tree in one transaction keeps its animations`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let other = stage.addLayer("other")
            layer.add(told("it", stage, basic(from: 0, to: 1)), forKey: "key")
            stage.run(to: 0.5)
            CATransaction.begin()
            layer.removeFromSuperlayer()
            other.addSublayer(layer)
            CATransaction.commit()
            #expect(layer.animationKeys() == ["key"])
            #expect(layer.presentation()?.opacity == 0.5)
            stage.run(to: 2)
            #expect(stage.log == ["it began", "it finished"])
        }
    }

    @Test func `one that stays is told of its end, and shows what it fills with until it is removed`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let staying = basic(from: 1, to: 0.25) {
                $0.isRemovedOnCompletion = false
                $0.fillMode = .forwards
            }
            layer.add(told("it", stage, staying), forKey: "key")
            stage.run(to: 5)
            #expect(stage.log == ["it began", "it finished"])
            #expect(layer.animationKeys() == ["key"])
            #expect(layer.presentation()?.opacity == 0.25)
            layer.removeAnimation(forKey: "key")
            stage.run(to: 6)
            #expect(layer.presentation()?.opacity == 1)
            #expect(stage.log == ["it began", "it finished"])
        }
    }

    @Test func `one that fills but does not stay shows nothing once it was removed`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(basic(from: 1, to: 0.25) { $0.fillMode = .both }, forKey: "key")
            stage.run(to: 1.1)
            #expect(layer.presentation()?.opacity == 1)
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `a delegate lives as long as the animation is needed, and no longer`() throws {
        try onStage { stage in
            for stays in [false, true] {
                let layer = stage.addLayer()
                weak var delegate: LoggingDelegate?
                do {
                    let own = LoggingDelegate("it", stage)
                    delegate = own
                    layer.add(
                        basic(duration: 0.5) {
                            $0.delegate = own
                            $0.isRemovedOnCompletion = !stays
                        }, forKey: "key")
                }
                stage.run(for: 0.25)
                #expect(delegate != nil)
                stage.run(for: 1)
                #expect((delegate != nil) == stays)
                layer.removeAllAnimations()
                stage.run(for: 0.1)
                #expect(delegate == nil)
                layer.removeFromSuperlayer()
            }
            #expect(stage.log == ["it began", "it finished", "it began", "it finished"])
        }
    }

    @Test func `an animation of a layer without a host ends in the next turn, unfinished`() throws {
        try onStage { stage in
            let layer = CALayer()
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("block") }
            layer.add(told("it", stage, basic(duration: 9)), forKey: "key")
            #expect(layer.animationKeys() == ["key"])
            CATransaction.commit()
            #expect(stage.log == [])
            stage.turn()
            #expect(stage.log == ["it was removed", "block"])
            #expect(layer.animationKeys() == nil)
            #expect(stage.now == 0)
            layer.add(told("again", stage, basic(duration: 9)), forKey: "key")
            stage.run(for: 0.1)
            #expect(stage.log.last == "again was removed")
        }
    }

    @Test func `an animation that was added before its layer came under a host runs if both are one transaction`()
        throws
    {
        try onStage { stage in
            let layer = CALayer()
            CATransaction.begin()
            layer.add(told("it", stage, basic()), forKey: "key")
            stage.root.addSublayer(layer)
            CATransaction.commit()
            stage.run(to: 2)
            #expect(stage.log == ["it began", "it finished"])
        }
    }

    static let withoutProperty: [@Sendable () -> CAAnimation] = [
        { CATransition() }, { CABasicAnimation(keyPath: "no such key") }, { CABasicAnimation() },
        { basic("opacity", to: "red") }, { CAKeyframeAnimation(keyPath: "position") }, { CAAnimationGroup() },
        { CAAnimation() },
    ]

    @Test(arguments: withoutProperty.indices)
    func `an animation that changes nothing is told of all the same`(index: Int) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let animation = Self.withoutProperty[index]()
            animation.duration = 1
            animation.delegate = LoggingDelegate("it", stage)
            CATransaction.begin()
            CATransaction.setCompletionBlock { stage.log.append("block") }
            layer.add(animation, forKey: "key")
            CATransaction.commit()
            stage.run(to: 0.5)
            #expect(stage.log == ["it began"])
            stage.run(to: 2)
            #expect(stage.log == ["it began", "it finished", "block"])
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `what was removed before its time came is not told to begin`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(told("it", stage, basic { $0.beginTime = 1 }), forKey: "key")
            stage.run(to: 0.5)
            CATransaction.begin()
            layer.removeAnimation(forKey: "key")
            stage.run(to: 3)
            CATransaction.commit()
            stage.run(to: 4)
            #expect(stage.log == ["it was removed"])
        }
    }

    @Test func `a beginning that comes behind the end on its way to the delegate is not told`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let record = AnimationRecord(
                told("it", stage, basic()), on: CFRunLoopGetCurrent(), group: nil, layer: layer)
            // The frame's thread sees the beginning, and is overtaken by the removal before it says so.
            #expect(record.claimStart())
            record.cancel()
            record.tellStart()
            stage.turn()
            #expect(stage.log == ["it was removed"])
        }
    }

    @Test func `while nobody sees the host's frames its animations still end at their time`() throws {
        try onStage { stage in
            stage.host.isVisible = false
            let layer = stage.addLayer()
            let before = stage.host.frameCount
            layer.add(told("it", stage, basic()), forKey: "key")
            stage.run(to: 2)
            #expect(stage.log == ["it began", "it finished"])
            #expect(stage.host.frameCount - before <= 4)
        }
    }

    @Test func `what is done to a presentation touches neither its layer nor that one's animations`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(told("it", stage, basic(from: 0, to: 1)), forKey: "key")
            stage.run(to: 0.25)
            let shown = try #require(layer.presentation())
            #expect(shown.animationKeys() == ["key"])
            shown.opacity = 0.75
            shown.removeAllAnimations()
            shown.add(told("other", stage, basic()), forKey: "key")
            shown.add(told("third", stage, basic()), forKey: nil)
            stage.run(to: 0.5)
            #expect(layer.animationKeys() == ["key"])
            #expect(layer.opacity == 1)
            #expect(layer.presentation()?.opacity == 0.5)
            stage.run(to: 2)
            #expect(stage.log.filter { $0.hasPrefix("it") } == ["it began", "it finished"])
        }
    }
}
