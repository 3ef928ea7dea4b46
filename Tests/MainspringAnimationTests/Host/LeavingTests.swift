import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

/// Animations whose layer leaves its host, or has none, and those that stay behind their end.
@Suite struct LeavingTests {
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
                told("it", stage, basic()), forKey: nil, on: CFRunLoopGetCurrent(), group: nil, layer: layer)
            // The frame's thread sees the beginning, and is overtaken by the removal before it says so.
            #expect(record.claimStart())
            record.cancel()
            record.tellStart()
            stage.turn()
            #expect(stage.log == ["it was removed"])
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
