import Foundation
import Mainspring
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct RetargetTests {
    static let motions: [SpringMotion] = [
        SpringMotion(mass: 1, stiffness: 100, damping: 10, velocity: 0, allowsOverdamping: true),
        SpringMotion(mass: 1, stiffness: 100, damping: 20, velocity: 3, allowsOverdamping: true),
        SpringMotion(mass: 2, stiffness: 100, damping: 80, velocity: -2, allowsOverdamping: true),
        SpringMotion(mass: 1, stiffness: 0, damping: 3, velocity: 1, allowsOverdamping: true),
        SpringMotion(mass: 1, stiffness: 0, damping: 0, velocity: 1, allowsOverdamping: true),
    ]

    @Test(arguments: motions)
    func `an impulse is what a first velocity adds to a motion`(motion: SpringMotion) {
        #expect(motion.impulse(at: 0) == 0 && isNear(motion.impulseVelocity(at: 0), 1))
        for time in [0.01, 0.1, 0.4, 1, 2.5] {
            let step = 1e-5
            let slope = (motion.impulse(at: time + step) - motion.impulse(at: time - step)) / (2 * step)
            #expect(isNear(motion.impulseVelocity(at: time), slope, within: 1e-7))
        }
    }

    @Test func `with an impulse the equation of motion is that of another first velocity`() {
        for (stiffness, damping) in [(100.0, 10.0), (100, 20), (100, 50), (0, 2)] {
            func motion(_ velocity: Double) -> SpringMotion {
                SpringMotion(
                    mass: 1, stiffness: stiffness, damping: damping, velocity: velocity, allowsOverdamping: true)
            }
            for time in [0.0, 0.05, 0.3, 1] {
                let sum = motion(0).position(at: time) + 7 * motion(0).impulse(at: time)
                #expect(isNear(sum, motion(7).position(at: time), within: 1e-12))
            }
        }
    }

    /// Where a layer is at an instant, and how fast it is, by what shows around it, from one side.
    private func state(_ stage: Stage, _ layer: CALayer, _ time: Double, side: Double) -> (CGPoint, SIMD2<Double>) {
        let step = 1e-4 * side
        func place(_ time: Double) -> SIMD2<Double> {
            let shown = layer.shown(.position, at: time)
            return SIMD2(shown?.number ?? .nan, shown?.second ?? .nan)
        }
        let points = (0..<5).map { place(time + Double($0) * step) }
        var sum = points[0] * -25 + points[1] * 48
        sum += points[2] * -36
        sum += points[3] * 16 + points[4] * -3
        return (CGPoint(x: points[0].x, y: points[0].y), sum / (12 * step))
    }

    @Test(arguments: Seeds.first(3))
    func `a spring that is given another goal goes on where it is and as fast as it is, again and again`(
        seed: UInt64
    ) throws {
        try onStage { stage in
            var random = SeededGenerator(seed: seed)
            let layer = stage.addLayer()
            let goals = [(100.0, 0.0), (100, 80), (-50, 20), (-50, 20), (300, -200), (0, 0)]
            var fastest = 0.0
            for (index, goal) in goals.enumerated() {
                let time = stage.now
                let before = state(stage, layer, time, side: -1)
                let bounce = Double.random(in: -0.3...0.6, using: &random)
                PropertyStep(
                    layer, \.position, to: CGPoint(x: goal.0, y: goal.1),
                    .spring(AnimationSpring(perceptualDuration: 0.4, bounce: bounce)), delay: 0
                ).begin()
                CATransaction.flush()
                let after = state(stage, layer, time, side: 1)
                #expect(isNear(before.0.x, after.0.x, within: 1e-6) && isNear(before.0.y, after.0.y, within: 1e-6))
                if index > 0 {
                    #expect(
                        isNear(before.1.x, after.1.x, within: 1e-6), "seed \(seed), \(index): \(before.1) \(after.1)")
                    #expect(
                        isNear(before.1.y, after.1.y, within: 1e-6), "seed \(seed), \(index): \(before.1) \(after.1)")
                    fastest = max(fastest, abs(after.1.y))
                }
                #expect(layer.animationKeys() == ["position"])
                stage.run(for: 0.13)
            }
            #expect(fastest > 50)
            stage.run(for: 5)
            #expect(layer.presentation()?.position == .zero && layer.animationKeys() == nil)
        }
    }

    @Test func `at its end a thrown spring is at rest`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let spring = AnimationSpring(perceptualDuration: 0.4, bounce: 0.4)
            PropertyStep(layer, \.position, to: CGPoint(x: 1000, y: 0), .spring(spring), delay: 0).begin()
            stage.run(for: 0.1)
            let start = stage.now
            // To where it is just now: all that moves it is the throw.
            let here = try #require(layer.presentation()).position
            PropertyStep(layer, \.position, to: here, .spring(spring), delay: 0).begin()
            CATransaction.flush()
            let end = start + (layer.animation(forKey: "position")?.duration ?? 0)
            #expect(end - start > 0.4)
            let last = state(stage, layer, end - 0.001, side: -1)
            #expect(isNear(last.0.x, here.x, within: 0.5) && isNear(last.1.x, 0, within: 20))
            #expect(abs(state(stage, layer, start + 0.06, side: 1).0.x - here.x) > 50)
        }
    }

    @Test func `a spring takes over the velocity of other animations, and of members`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let move = CABasicAnimation(\.position, from: .zero, to: CGPoint(x: 100, y: 50))
            move.duration = 1
            move.timingFunction = .easeIn
            layer.add(move, forKey: "position")
            stage.run(for: 0.5)
            let before = state(stage, layer, stage.now, side: -1)
            PropertyStep(layer, \.position, to: CGPoint(x: 0, y: 100), .spring(.bouncy), delay: 0).begin()
            CATransaction.flush()
            var after = state(stage, layer, stage.now, side: 1)
            #expect(isNear(before.1.x, after.1.x, within: 1e-5) && isNear(before.1.y, after.1.y, within: 1e-5))
            stage.run(for: 0.2)
            let whole = state(stage, layer, stage.now, side: -1)
            PropertyStep(layer, \.position.x, to: 70, .spring(.bouncy), delay: 0).begin()
            CATransaction.flush()
            after = state(stage, layer, stage.now, side: 1)
            #expect(isNear(whole.0.x, after.0.x, within: 1e-6) && isNear(whole.1.x, after.1.x, within: 1e-5))
            #expect(isNear(whole.1.y, after.1.y, within: 1e-5))
        }
    }

    @Test func `what is added to a property stays beside a spring that takes over`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let shake = CABasicAnimation(\.position, from: .zero, to: CGPoint(x: 10, y: 0))
            shake.duration = 1
            shake.isAdditive = true
            layer.add(shake, forKey: "shake")
            PropertyStep(layer, \.position, to: CGPoint(x: 100, y: 0), .spring(.smooth), delay: 0).begin()
            stage.run(for: 0.2)
            let before = state(stage, layer, stage.now, side: -1)
            PropertyStep(layer, \.position, to: CGPoint(x: 0, y: 100), .spring(.smooth), delay: 0).begin()
            CATransaction.flush()
            let after = state(stage, layer, stage.now, side: 1)
            #expect(isNear(before.0.x, after.0.x, within: 1e-6) && isNear(before.1.x, after.1.x, within: 1e-6))
        }
    }

    /// How time runs in the layer.
    @Test(arguments: [2, 0.25, 0] as [Float])
    func `in a layer with another time the velocity is that of its time`(speed: Float) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            PropertyStep(layer, \.position, to: CGPoint(x: 100, y: 0), .spring(.bouncy), delay: 0).begin()
            stage.run(for: 0.1)
            layer.playback.speed = speed
            stage.run(for: 0.05)
            let before = state(stage, layer, stage.now, side: -1)
            PropertyStep(layer, \.position, to: CGPoint(x: 50, y: 50), .spring(.bouncy), delay: 0).begin()
            CATransaction.flush()
            let after = state(stage, layer, stage.now, side: 1)
            #expect(isNear(before.0.x, after.0.x, within: 1e-6) && isNear(before.0.y, after.0.y, within: 1e-6))
            #expect(isNear(before.1.x, after.1.x, within: 1e-5) && isNear(before.1.y, after.1.y, within: 1e-5))
            layer.playback.resume()
            stage.run(for: 20)
            #expect(layer.presentation()?.position == CGPoint(x: 50, y: 50))
        }
    }

    @Test func `a spring that begins later begins at rest`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            PropertyStep(layer, \.position, to: CGPoint(x: 100, y: 0), .spring(.bouncy), delay: 0).begin()
            stage.run(for: 0.1)
            let here = try #require(layer.presentation()).position
            PropertyStep(layer, \.position, to: .zero, .spring(.bouncy), delay: 0.5).begin()
            stage.run(for: 0.4)
            #expect(layer.presentation()?.position == here)
            stage.run(for: 0.15)
            let next = try #require(layer.presentation()).position
            #expect(next.x < here.x)
        }
    }

    @Test func `springs that never rest, and values that make none, move in numbers`() throws {
        try onStage { stage in
            for bounce in [1, 5, -1, -5, Double.nan, .infinity] {
                for duration in [0.5, 0, -1, .nan, .infinity, 1e-300] {
                    let layer = stage.addLayer()
                    for goal in [100.0, 0, 50] {
                        let spring = AnimationSpring(perceptualDuration: duration, bounce: bounce)
                        PropertyStep(layer, \.position.x, to: goal, .spring(spring), delay: 0).begin()
                        CATransaction.flush()
                        let (place, velocity) = state(stage, layer, stage.now + 0.05, side: 1)
                        #expect(place.x.isFinite && velocity.x.isFinite, "\(bounce) \(duration)")
                    }
                    layer.removeFromSuperlayer()
                    CATransaction.flush()
                }
            }
            let layer = stage.addLayer()
            let endless = AnimationSpring(perceptualDuration: 0.5, bounce: 1)
            PropertyStep(layer, \.position.x, to: 100, .spring(endless), delay: 0).begin()
            CATransaction.flush()
            #expect(isNear(Double(state(stage, layer, stage.now + 0.25, side: 1).0.x), 200, within: 1e-6))
        }
    }

    @Test func `transforms keep their velocity, element by element`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            func matrix(_ time: Double) -> Matrix4 {
                layer.shown(.transform, at: time)?.matrix ?? .identity
            }
            let spring = AnimationSpring(perceptualDuration: 0.5, bounce: 0.2)
            let turn = CATransform3DMakeRotation(2, 0, 0, 1)
            PropertyStep(layer, \.transform, to: turn, .spring(spring), delay: 0).begin()
            stage.run(for: 0.15)
            let time = stage.now
            let step = 1e-5
            let before = (matrix(time), matrix(time - step))
            PropertyStep(layer, \.transform, to: CATransform3DMakeScale(2, 1, 1), .spring(spring), delay: 0).begin()
            CATransaction.flush()
            let after = (matrix(time), matrix(time + step))
            #expect(isNear(before.0, after.0, within: 1e-9))
            let was = (before.0.r0 - before.1.r0) / step
            let goes = (after.1.r0 - after.0.r0) / step
            #expect(isNear(was.x, goes.x, within: 5e-3) && isNear(was.y, goes.y, within: 5e-3) && abs(was.x) > 1)
        }
    }
}
