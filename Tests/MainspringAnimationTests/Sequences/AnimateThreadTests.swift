import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct AnimateThreadTests {
    @Test func `a property goes from what shows to a value, which the layer has at once and keeps`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            at(0.5) {
                #expect(isNear(Double(layer.presentation()?.opacity ?? .nan), 0.5, within: 1e-6))
                #expect(layer.opacity == 0)
            }
            let finished = await layer.animate(\.opacity, to: 0, duration: 1, timing: .linear)
            #expect(finished && stage.now == 1 && layer.presentation()?.opacity == 0)
            // From the middle of one that runs.
            let task = Task {
                _ = actor
                return await layer.animate(\.opacity, to: 1, duration: 1, timing: .linear)
            }
            at(1.5) {
                PropertyStep(layer, \.opacity, to: 0, .timing(duration: 1, .linear), delay: 0).begin()
                CATransaction.flush()
                #expect(isNear(Double(layer.presentation()?.opacity ?? .nan), 0.5, within: 0.02))
            }
            #expect(await task.value == false)
        }
    }

    @Test func `nothing snaps back, in any frame`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            PropertyStep(layer, \.position.x, to: 100, .timing(duration: 0.5, .linear), delay: 0.25).begin()
            CATransaction.flush()
            var last = 0.0
            for _ in 0..<60 {
                let x = Double(layer.presentation()?.position.x ?? .nan)
                #expect(x >= last && (stage.now > 0.25 || x == 0))
                last = x
                stage.run(for: 1 / 60)
            }
            #expect(last == 100)
        }
    }

    @Test func `a duration of 0 sets the value at once, and takes the place of what runs`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            PropertyStep(layer, \.opacity, to: 0, .timing(duration: 1, nil), delay: 0).begin()
            stage.run(for: 0.2)
            let before = stage.now
            for duration in [0, -1, Double.nan] {
                let whole1 = await layer.animate(\.opacity, to: 0.25, duration: duration)
                #expect(whole1)
            }
            #expect(stage.now == before && layer.animationKeys() == nil && layer.presentation()?.opacity == 0.25)
        }
    }

    @Test func `what cannot be animated is set`() async throws {
        try await onActorStage { actor, stage in
            let layer = stage.addLayer()
            let whole2 = await layer.animate(\.name, to: "other", duration: 1)
            #expect(whole2)
            #expect(layer.name == "other" && stage.now == 0)
        }
    }

    @Test func `a layer without a host has the value at once`() async throws {
        try await onActorStage { actor, stage in
            let loose = CALayer()
            let whole3 = await loose.animate(\.opacity, to: 0, duration: 1)
            #expect(!whole3)
            #expect(loose.opacity == 0 && loose.animationKeys() == nil && stage.now == 0)
        }
    }

    @Test func `a layer that was not committed yet begins at what it had`() throws {
        try onStage { stage in
            let layer = CALayer()
            stage.root.addSublayer(layer)
            PropertyStep(layer, \.position.x, to: 100, .timing(duration: 1, .linear), delay: 0).begin()
            stage.run(for: 0.25)
            #expect(isNear(Double(layer.presentation()?.position.x ?? .nan), 25))
        }
    }

    @Test func `colours come and go, properties of one's own too`() throws {
        try onStage { stage in
            let dial = GaugeLayer()
            stage.root.addSublayer(dial)
            CATransaction.flush()
            PropertyStep(dial, \.backgroundColor, to: .white, .timing(duration: 1, .linear), delay: 0).begin()
            PropertyStep(dial, \.angle, to: 2.5, .timing(duration: 1, .linear), delay: 0).begin()
            stage.run(for: 0.5)
            #expect(isNear(Double(dial.presentation()?.backgroundColor?.alpha ?? .nan), 0.5, within: 1e-6))
            #expect(isNear(Double(dial.presentation()?.angle ?? .nan), 1.5))
            PropertyStep(dial, \.backgroundColor, to: nil, .timing(duration: 1, .linear), delay: 0).begin()
            stage.run(for: 0.5)
            #expect(isNear(Double(dial.presentation()?.backgroundColor?.alpha ?? .nan), 0.25, within: 0.02))
            stage.run(for: 1)
            #expect(dial.presentation()?.backgroundColor == nil && dial.backgroundColor == nil)
        }
    }

    @Test func `a whole property takes the place of members that are on their way`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            PropertyStep(layer, \.position.x, to: 100, .timing(duration: 5, .linear), delay: 0).begin()
            stage.run(for: 1)
            PropertyStep(layer, \.position, to: .zero, .timing(duration: 1, .linear), delay: 0).begin()
            CATransaction.flush()
            #expect(layer.animationKeys() == ["position"])
            #expect(isNear(Double(layer.presentation()?.position.x ?? .nan), 20, within: 0.01))
            stage.run(for: 1.1)
            #expect(layer.presentation()?.position == .zero)
        }
    }

    /// An animation of a layer at (1, 2), what shows at its beginning, and what the layer has as soon as it was added.
    static let held: [(String, @Sendable () -> CAPropertyAnimation, shown: CGPoint, held: CGPoint)] = [
        (
            "from, to", { CABasicAnimation(\.position, from: CGPoint(x: 50, y: 0), to: CGPoint(x: 10, y: 20)) },
            CGPoint(x: 50, y: 0), CGPoint(x: 10, y: 20)
        ),
        (
            "to", { CABasicAnimation(\.position, to: CGPoint(x: 10, y: 20)) }, CGPoint(x: 1, y: 2),
            CGPoint(x: 10, y: 20)
        ),
        (
            "by", { CABasicAnimation(\.position, by: CGPoint(x: 10, y: 20)) }, CGPoint(x: 1, y: 2),
            CGPoint(x: 11, y: 22)
        ),
        (
            "by, to", { CABasicAnimation(\.position, to: CGPoint(x: 10, y: 20), by: CGPoint(x: 5, y: 5)) },
            CGPoint(x: 5, y: 15), CGPoint(x: 10, y: 20)
        ),
        (
            "from", { CABasicAnimation(\.position, from: CGPoint(x: 50, y: 0)) }, CGPoint(x: 50, y: 0),
            CGPoint(x: 1, y: 2)
        ),
        ("x", { CABasicAnimation(\.position.x, to: 30) }, CGPoint(x: 1, y: 2), CGPoint(x: 30, y: 2)),
        (
            "keyframes", { CAKeyframeAnimation(\.position, values: [.zero, CGPoint(x: 3, y: 4)]) }, .zero,
            CGPoint(x: 3, y: 4)
        ),
        (
            "back and forth",
            {
                let animation = CABasicAnimation(\.position, from: CGPoint(x: 5, y: 6), to: .zero)
                animation.autoreverses = true
                return animation
            }, CGPoint(x: 5, y: 6), CGPoint(x: 5, y: 6)
        ),
        (
            "endless",
            {
                let animation = CABasicAnimation(\.position, to: .zero)
                animation.repeatCount = .infinity
                return animation
            }, CGPoint(x: 1, y: 2), CGPoint(x: 1, y: 2)
        ),
        (
            "added",
            {
                let animation = CABasicAnimation(\.position, from: .zero, to: CGPoint(x: 9, y: 9))
                animation.isAdditive = true
                return animation
            }, CGPoint(x: 1, y: 2), CGPoint(x: 1, y: 2)
        ),
        ("of nothing", { CABasicAnimation(keyPath: "nothing") }, CGPoint(x: 1, y: 2), CGPoint(x: 1, y: 2)),
        (
            "of a wrong type",
            {
                let animation = CABasicAnimation(keyPath: "position")
                animation.toValue = "there"
                return animation
            }, CGPoint(x: 1, y: 2), CGPoint(x: 1, y: 2)
        ),
    ]

    @Test(arguments: held.indices)
    func `a prepared animation is added, its first value shows, and the layer has its last`(index: Int) throws {
        try onStage { stage in
            let (name, make, first, expected) = Self.held[index]
            let layer = stage.addLayer()
            layer.actions = ["position": NSNull()]
            layer.position = CGPoint(x: 1, y: 2)
            CATransaction.flush()
            let animation = make()
            animation.duration = 0.5
            layer.addAndHold(animation, forKey: "held")
            CATransaction.flush()
            #expect(layer.position == expected, "\(name)")
            #expect(layer.animationKeys() == ["held"], "\(name)")
            #expect(layer.presentation()?.position == first, "\(name)")
            // What was added is a copy: the original does not begin at what shows.
            #expect((animation as? CABasicAnimation)?.beginsAtShown != true, "\(name)")
            stage.run(for: 3)
            if name != "endless" { #expect(layer.presentation()?.position == expected, "\(name)") }
        }
    }

    @Test func `a prepared animation without a first value begins at what shows, a spring with its velocity`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            PropertyStep(layer, \.position, to: CGPoint(x: 100, y: 0), .spring(.smooth), delay: 0).begin()
            stage.run(for: 0.1)
            let shown = try #require(layer.presentation()).position
            let spring = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2)
            spring.keyPath = "position"
            spring.toValue = CGPoint(x: 0, y: 50)
            layer.addAndHold(spring, forKey: "position")
            CATransaction.flush()
            #expect(isNear(Double(layer.presentation()?.position.x ?? .nan), Double(shown.x), within: 1e-9))
            stage.run(for: 1 / 60)
            let next = try #require(layer.presentation())
            #expect(next.position.x > shown.x)
            #expect(layer.position == CGPoint(x: 0, y: 50))
        }
    }
}
