import Foundation
import MainspringGraphics

@testable import MainspringAnimation

/// An emitter layer of one cell, as the tests of particles begin with.
struct ParticleStage {
    let layer = CAEmitterLayer()
    let cell = CAEmitterCell()

    /// Ten births a second, each living for two, from one point to the right.
    init(rate: Float = 10, lifetime: Float = 2, velocity: CGFloat = 0) {
        cell.birthRate = rate
        cell.lifetime = lifetime
        cell.velocity = velocity
        layer.emitterCells = [cell]
    }

    /// What shows at an instant.
    func particles(at time: Double, most: Int = 100_000) -> [Particle] {
        ParticleSystem(of: layer).particles(at: time, most: most)
    }
}

extension Particle {
    /// How far it is from a point.
    func distance(from point: SIMD3<Double> = .zero) -> Double {
        let way = position - point
        return (way * way).sum().squareRoot()
    }
}
