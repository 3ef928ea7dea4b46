import Foundation
import Testing

@testable import MainspringAnimation

@Suite struct SpringMotionTests {
    private static func spring(
        mass: Double = 1, stiffness: Double = 100, damping: Double = 10, velocity: Double = 0, over: Bool = true
    ) -> SpringMotion {
        SpringMotion(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity, allowsOverdamping: over)
    }

    /// Read from QuartzCore, to all digits.
    @Test(
        arguments: [
            (10, 100, 1.4727003346780927), (1, 100, 13.91321015404625), (20, 100, 1),
            // perceptual duration 1, bounce 0.5
            (2 * Double.pi, 4 * Double.pi * Double.pi, 2.3438753795710707),
        ] as [(Double, Double, Double)])
    func `springs settle when QuartzCore's do`(damping: Double, stiffness: Double, duration: Double) {
        #expect(isNear(Self.spring(stiffness: stiffness, damping: damping).settlingDuration, duration, within: 1e-12))
    }

    static let springs: [SpringMotion] = [
        spring(), spring(damping: 1), spring(damping: 20), spring(damping: 50),
        spring(mass: 3, stiffness: 7, damping: 2),
        spring(velocity: 12), spring(velocity: -4), spring(damping: 20, velocity: 5),
        spring(damping: 80, velocity: -30),
        spring(damping: 0), spring(stiffness: 0, velocity: 3), spring(stiffness: 0, damping: 0, velocity: 2),
    ]

    @Test func `a spring moves as its differential equation says`() {
        struct Body {
            var mass, stiffness, damping, velocity: Double
        }
        let bodies = [
            Body(mass: 1, stiffness: 100, damping: 10, velocity: 0),
            Body(mass: 1, stiffness: 100, damping: 1, velocity: 9),
            Body(mass: 1, stiffness: 100, damping: 20, velocity: -5),
            Body(mass: 1, stiffness: 100, damping: 60, velocity: 5),
            Body(mass: 4, stiffness: 30, damping: 3, velocity: 0), Body(mass: 1, stiffness: 0, damping: 2, velocity: 1),
        ]
        for body in bodies {
            let motion = Self.spring(
                mass: body.mass, stiffness: body.stiffness, damping: body.damping, velocity: body.velocity)
            var x = 0.0
            var v = body.velocity
            func pull(_ x: Double, _ v: Double) -> Double { (body.stiffness * (1 - x) - body.damping * v) / body.mass }
            // Runge and Kutta's method of the fourth order.
            let step = 1e-4
            for index in 0..<20_000 {
                let (k1x, k1v) = (v, pull(x, v))
                let (k2x, k2v) = (v + step / 2 * k1v, pull(x + step / 2 * k1x, v + step / 2 * k1v))
                let (k3x, k3v) = (v + step / 2 * k2v, pull(x + step / 2 * k2x, v + step / 2 * k2v))
                let (k4x, k4v) = (v + step * k3v, pull(x + step * k3x, v + step * k3v))
                x += step / 6 * (k1x + 2 * k2x + 2 * k3x + k4x)
                v += step / 6 * (k1v + 2 * k2v + 2 * k3v + k4v)
                guard index % 500 == 499 else { continue }
                let time = Double(index + 1) * step
                #expect(isNear(motion.position(at: time), x, within: 1e-8), "\(body) at \(time)")
                #expect(isNear(motion.velocity(at: time), v, within: 1e-6), "\(body) at \(time)")
            }
        }
    }

    @Test(arguments: springs)
    func `a settled spring stays near rest`(spring: SpringMotion) {
        #expect(spring.position(at: 0) == 0)
        let settled = spring.settlingDuration
        guard settled.isFinite else { return }
        for step in 0..<200 {
            #expect(abs(spring.position(at: settled + Double(step) * 0.05) - 1) < 0.003)
        }
    }

    @Test func `damping beyond the critical counts as critical unless it is allowed`() {
        let critical = Self.spring(damping: 20)
        let limited = Self.spring(damping: 70, over: false)
        let over = Self.spring(damping: 70)
        for time in [0.01, 0.1, 0.5] {
            #expect(isNear(limited.position(at: time), critical.position(at: time)))
            #expect(over.position(at: time) < critical.position(at: time))
        }
    }

    @Test func `near critical damping the three formulas meet`() {
        let critical = Self.spring(damping: 20)
        for off in [-1e-7, 1e-7] {
            let near = Self.spring(damping: 20 + off)
            for time in [0.05, 0.2, 1] {
                #expect(isNear(near.position(at: time), critical.position(at: time), within: 1e-7))
            }
        }
    }

    @Test func `infinite damping is at rest at once`() {
        let spring = Self.spring(damping: .infinity)
        #expect(spring.settlingDuration == 0)
        #expect(spring.position(at: 0) == 1)
    }

    @Test func `a spring without damping, or without stiffness, never settles`() {
        #expect(Self.spring(damping: 0).settlingDuration == .infinity)
        #expect(Self.spring(stiffness: 0).settlingDuration == .infinity)
    }

    @Test func `values that make no spring give some motion that stays a number`() {
        let values = [-1, 0, .nan, .infinity, 1e-300, 1e300]
        for mass in values {
            for stiffness in values {
                for damping in values {
                    for velocity in [0, .nan, .infinity, 1e3] {
                        let spring = Self.spring(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity)
                        #expect(!spring.settlingDuration.isNaN)
                        for time in [0, 0.1, 1, 1e3] {
                            #expect(
                                !spring.position(at: time).isNaN, "\(mass) \(stiffness) \(damping) \(velocity) \(time)")
                        }
                    }
                }
            }
        }
    }
}
