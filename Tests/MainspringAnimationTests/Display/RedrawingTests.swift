import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// Contents that depend on what is animated.
@Suite struct RedrawingTests {
    /// Shows its angle as its contents.
    final class Dial: DialLayer {
        final class Mark {
            let angle: CGFloat
            init(_ angle: CGFloat) { self.angle = angle }
        }

        override func display() { contents = Mark(angle) }

        var shown: CGFloat? { (presentation()?.contents as? Mark)?.angle }
    }

    private func dial(on stage: Stage) -> Dial {
        let dial = Dial()
        dial.angle = 0
        dial.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        stage.root.addSublayer(dial)
        dial.setNeedsDisplay()
        CATransaction.flush()
        return dial
    }

    @Test func `an implicit animation of what the contents depend on draws each frame`() throws {
        try onStage { stage in
            let dial = dial(on: stage)
            #expect(dial.shown == 0)
            CATransaction.begin()
            CATransaction.setAnimationDuration(1)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            dial.angle = 10
            CATransaction.commit()
            CATransaction.flush()
            // Not the end before the beginning.
            #expect(dial.shown == 0)
            for time in [0.25, 0.5, 0.75] {
                stage.run(to: time)
                let shown = try #require(dial.shown)
                // By the frame before, at most.
                #expect(shown <= CGFloat(time) * 10 + 1e-9 && shown >= CGFloat(time - 2.0 / 60) * 10, "\(time)")
            }
            stage.run(to: 1.5)
            #expect(dial.shown == 10 && dial.angle == 10)
            let frames = stage.host.frameCount
            stage.run(to: 3)
            #expect(stage.host.frameCount == frames)
        }
    }

    @Test func `an explicit one does too, and when it is removed the layer is drawn as it is`() throws {
        try onStage { stage in
            let dial = dial(on: stage)
            let animation = CABasicAnimation(keyPath: "angle")
            (animation.fromValue, animation.toValue, animation.duration) = (100, 200, 1)
            let group = CAAnimationGroup()
            group.animations = [animation]
            group.duration = 1
            dial.add(group, forKey: "turn")
            stage.run(to: 0.5)
            let shown = try #require(dial.shown)
            #expect(shown > 140 && shown <= 150)
            dial.removeAnimation(forKey: "turn")
            stage.run(to: 0.6)
            #expect(dial.shown == 0)
            stage.run(to: 1)
            let frames = stage.host.frameCount
            stage.run(to: 2)
            #expect(stage.host.frameCount == frames)
        }
    }

    @Test func `animations of other properties draw nothing`() throws {
        try onStage { stage in
            final class Counting: CAShapeLayer {
                var count = 0
                override class func needsDisplay(forKey key: String) -> Bool { key == "lineWidth" }
                override func display() {
                    count += 1
                    (modelLayer as? Counting)?.count += 1
                }
            }
            let layer = Counting()
            stage.root.addSublayer(layer)
            CATransaction.flush()
            layer.opacity = 0
            stage.run(to: 1)
            #expect(layer.count == 0)
            layer.lineWidth = 9
            stage.run(to: 2)
            #expect(layer.count > 5)
        }
    }

    @Test func `an animation that stays is drawn as it stays, and one that is left out keeps nothing from being drawn`()
        throws
    {
        try onStage { stage in
            let dial = dial(on: stage)
            let held = basic("angle", from: 1, to: 2) {
                ($0.fillMode, $0.isRemovedOnCompletion) = (.forwards, false)
            }
            dial.add(held, forKey: "turn")
            stage.run(to: 2)
            #expect(dial.shown == 2)
            dial.setNeedsDisplay()
            stage.run(to: 3)
            #expect(dial.shown == 2)
            dial.removeAllAnimations()
            stage.run(to: 4)
            #expect(dial.shown == 0)
            CATransaction.group {
                CATransaction.setDisableActions(true)
                dial.angle = 7
                dial.add(basic("angle", to: "there"), forKey: "turn")
            }
            // Contents that a layer sets are animated themselves.
            stage.run(to: 5)
            #expect(dial.shown == 7)
        }
    }

    @Test func `layers that go, one after another, are drawn no more`() throws {
        try onStage { stage in
            let dials = (0..<20).map { _ in dial(on: stage) }
            for dial in dials { dial.add(basic("angle", from: 1, to: 2), forKey: nil) }
            stage.run(to: 0.5)
            #expect(dials.allSatisfy { ($0.shown ?? 0) > 1.4 })
            for dial in dials { dial.removeFromSuperlayer() }
            stage.run(to: 2)
            #expect(dials.allSatisfy { $0.presentation() == nil })
            #expect(stage.root.context?.redrawn.isEmpty == true)
        }
    }
}
