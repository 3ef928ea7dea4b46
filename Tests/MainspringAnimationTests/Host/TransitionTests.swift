import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct TransitionTests {
    /// What a layer shows, whose end is seen.
    private final class Content {}

    private static func transition(_ type: CATransitionType = .fade) -> CATransition {
        let transition = CATransition()
        (transition.type, transition.duration) = (type, 1)
        return transition
    }

    private static func state(of layer: CALayer, _ frame: LayerFrame) -> FrameTransition? {
        frame[layer].flatMap { frame.transition(of: $0.index) }
    }

    @Test func `a frame knows how far a transition is, and what the layer showed before`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.opacity = 0.25
            let inner = stage.addLayer("inner", in: layer)
            stage.run(for: 1)
            CATransaction.setDisableActions(true)
            layer.opacity = 1
            inner.removeFromSuperlayer()
            layer.add(Self.transition(), forKey: nil)
            CATransaction.flush()
            let begin = stage.now
            for progress in [0, 0.25, 0.75] {
                let frame = stage.host.frame(at: begin + progress)
                let state = try #require(Self.state(of: layer, frame))
                #expect(abs(state.progress - progress) < 1e-9)
                #expect(frame.isMoving && frame.layerCount == 2)
                let former = try #require(state.former)
                #expect(former.layerCount == 2 && former.root?.opacity == 0.25)
                #expect(former.root?.convertToHost(CGPoint(x: 50, y: 50)) == .zero)
            }
            let after = stage.host.frame(at: begin + 1)
            #expect(Self.state(of: layer, after) == nil && !after.isMoving)
            #expect(Self.state(of: layer, stage.host.frame(at: begin - 1)) == nil)
        }
    }

    @Test func `frames are made while a transition runs, and damage what was and what is`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.position = CGPoint(x: 50, y: 50)
            let outside = stage.addLayer("outside", in: layer)
            outside.position = CGPoint(x: 450, y: 50)
            stage.run(for: 1)
            outside.removeFromSuperlayer()
            layer.add(Self.transition(), forKey: nil)
            CATransaction.flush()
            let whole = CGRect(x: 0, y: 0, width: 500, height: 100)
            let frame = LayerFrame()
            frame.update(to: stage.host.core.shown().tree, at: stage.now)
            for time in [0.25, 0.5, 2] {
                frame.update(to: stage.host.core.shown().tree, at: stage.now + time)
                #expect(frame.damage.reduce(.null) { $0.union($1) } == whole, "\(time)")
            }
            frame.update(to: stage.host.core.shown().tree, at: stage.now + 3)
            #expect(frame.damage.isEmpty)
            let count = stage.host.frameCount
            stage.run(for: 0.5)
            #expect(stage.host.frameCount >= count + 29)
            stage.run(for: 1)
            let end = stage.host.frameCount
            stage.run(for: 1)
            #expect(stage.host.frameCount == end)
        }
    }

    @Test(arguments: ["ends", "is removed", "is replaced", "leaves with its layer"])
    func `what was is let go of when a transition`(how: String) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            weak var former: Content?
            CATransaction.setDisableActions(true)
            do {
                let content = Content()
                former = content
                layer.contents = content
            }
            stage.run(for: 1)
            CATransaction.setDisableActions(true)
            layer.contents = nil
            layer.add(Self.transition(), forKey: nil)
            stage.run(for: 0.5)
            #expect(former != nil)
            switch how {
            case "ends": stage.run(for: 1)
            case "is removed": layer.removeAllAnimations()
            // What it showed in between showed the first picture no more.
            case "is replaced": layer.add(Self.transition(), forKey: nil)
            default: layer.removeFromSuperlayer()
            }
            stage.run(for: 0.1)
            #expect(former == nil)
        }
    }

    @Test func `a transition tells of its beginning and end, and is awaited by its transaction`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setCompletionBlock { [weak stage] in stage?.log.append("completed") }
                layer.add(told("transition", stage, Self.transition(.push)), forKey: nil)
            }
            stage.run(for: 0.9)
            #expect(stage.log == ["transition began"])
            stage.run(for: 0.2)
            #expect(stage.log == ["transition began", "transition finished", "completed"])
            #expect(layer.animationKeys() == nil && stage.host.core.shown().tree.transitions.isEmpty)
        }
    }

    @Test func `an action for a replaced sublayer goes over from the former one`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let (one, other) = (stage.addLayer("one", in: layer), CALayer())
            layer.actions = [kCATransition: Self.transition()]
            CATransaction.flush()
            layer.replaceSublayer(one, with: other)
            CATransaction.flush()
            let frame = stage.host.frame(at: stage.now)
            let former = try #require(Self.state(of: layer, frame)?.former)
            #expect(former.root?.sublayers.map(\.bounds.width) == [100] && former[other] == nil)
            #expect(frame[one] == nil && frame[other]?.bounds.width == 0)
        }
    }

    @Test func `a layer that did not show goes over from nothing`() throws {
        try onStage { stage in
            let layer = CALayer()
            layer.add(Self.transition(), forKey: nil)
            stage.root.addSublayer(layer)
            layer.add(Self.transition(), forKey: nil)
            CATransaction.flush()
            let state = try #require(Self.state(of: layer, stage.host.frame(at: stage.now)))
            #expect(state.former == nil)
        }
    }

    @Test func `time that stands still or runs otherwise is that of the layer`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.speed = 0.5
            layer.timeOffset = 3
            let inner = stage.addLayer("inner", in: layer)
            let fade = basic(from: 0, to: 1, duration: 2)
            inner.add(fade, forKey: nil)
            stage.run(for: 1)
            inner.removeFromSuperlayer()
            layer.add(Self.transition(), forKey: nil)
            CATransaction.flush()
            let state = try #require(Self.state(of: layer, stage.host.frame(at: stage.now + 1)))
            #expect(abs(state.progress - 0.5) < 1e-9)
            let shown = try #require(state.former?.root?.sublayers.first)
            #expect(abs(shown.opacity - 0.25) < 1e-6, "a second at half speed, and no more")
        }
    }
}
