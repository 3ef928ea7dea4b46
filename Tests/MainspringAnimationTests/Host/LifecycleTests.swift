import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

@Suite struct LifecycleTests {
    @Test(arguments: [true, false])
    func `how far a transform moves is animated as a whole`(isPoint: Bool) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.transform = CATransform3DMakeScale(2, 2, 1)
            let animation = CABasicAnimation(keyPath: "transform.translation")
            animation.fromValue = CGSize.zero
            animation.toValue = isPoint ? CGPoint(x: 10, y: 20) as Any : CGSize(width: 10, height: 20)
            animation.duration = 1
            layer.add(animation, forKey: nil)
            CATransaction.flush()
            stage.run(for: 0.5)
            let shown = try #require(layer.presentation()?.transform)
            #expect((shown.m41, shown.m42, shown.m11) == (5, 10, 2))
            let keyframes = CAKeyframeAnimation(keyPath: "transform.translation")
            keyframes.values = [CGSize.zero, CGSize(width: 8, height: 4)]
            keyframes.duration = 1
            layer.removeAllAnimations()
            layer.add(keyframes, forKey: nil)
            CATransaction.flush()
            stage.run(for: 0.25)
            #expect(layer.presentation()?.transform.m41 == 2)
        }
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

    @Test
    func `the delegate hears of the end while the layer still has the animation, the completion block afterwards`()
        throws
    {
        final class Asking: CAAnimationDelegate {
            var keys: [[String]?] = []
            let layer: CALayer
            init(_ layer: CALayer) { self.layer = layer }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { keys.append(layer.animationKeys()) }
        }
        try onStage { stage in
            let layer = stage.addLayer()
            let delegate = Asking(layer)
            CATransaction.begin()
            CATransaction.setCompletionBlock { delegate.keys.append(layer.animationKeys()) }
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = 0
            animation.duration = 0.1
            animation.delegate = delegate
            layer.add(animation, forKey: "fade")
            CATransaction.commit()
            stage.run(for: 1)
            #expect(delegate.keys == [["fade"], nil])
        }
    }
}
