import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct ParticleChanceTests {
    private func stage(seed: UInt32 = 5) -> ParticleStage {
        let stage = ParticleStage(rate: 200, lifetime: 2, velocity: 30)
        stage.layer.seed = seed
        stage.layer.emitterShape = .sphere
        stage.layer.emitterSize = CGSize(width: 10, height: 0)
        stage.cell.lifetimeRange = 1
        stage.cell.velocityRange = 10
        stage.cell.emissionRange = 2 * .pi
        stage.cell.scaleRange = 0.5
        stage.cell.spinRange = 1
        stage.cell.color = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        (stage.cell.redRange, stage.cell.greenRange, stage.cell.blueRange) = (0.5, 0.25, 0.125)
        return stage
    }

    @Test(arguments: Seeds.first(1))
    func `an instant shows the same whenever and in whatever order it is asked`(seed: UInt64) {
        let system = ParticleSystem(of: stage().layer)
        let times = (0..<40).map { Double($0) * 0.37 }
        let inOrder = times.map { system.particles(at: $0) }
        var random = SeededGenerator(seed: seed)
        for index in times.indices.shuffled(using: &random) {
            #expect(system.particles(at: times[index]) == inOrder[index], "seed \(seed)")
            #expect(
                ParticleSystem(of: stage().layer).particles(at: times[index]) == inOrder[index], "seed \(seed)")
        }
    }

    @Test func `another seed gives other particles, as many`() {
        let (one, other) = (stage(seed: 5).particles(at: 20), stage(seed: 6).particles(at: 20))
        #expect(one != other)
        #expect(abs(one.count - other.count) < 60)
    }

    @Test func `two cells that say the same do not look the same`() throws {
        let stage = stage()
        stage.layer.emitterCells = [stage.cell, stage.cell]
        let particles = stage.particles(at: 3)
        let (first, second) = (particles.filter { $0.look == 0 }, particles.filter { $0.look == 1 })
        #expect(!first.isEmpty && !second.isEmpty)
        #expect(first.map(\.position) != second.map(\.position))
    }

    /// A property, its mean and its range to both sides.
    private static let properties: [(String, Double, Double, @Sendable (Particle) -> Double)] = [
        ("scale", 1, 0.5, { $0.scale }), ("spin", 0, 1, { $0.rotation / $0.age }),
        ("red", 0.5, 0.5, { Double($0.color.x) }), ("green", 0.5, 0.25, { Double($0.color.y) }),
        ("blue", 0.5, 0.125, { Double($0.color.z) }),
    ]

    @Test func `chances keep to their ranges, reach into both ends and are even`() {
        let particles = stage().particles(at: 60).filter { $0.age > 0 }
        for (name, mean, range, value) in Self.properties {
            let parts = particles.map { (value($0) - mean) / range }
            #expect(parts.allSatisfy { abs($0) <= 1 + 1e-5 }, "\(name)")
            #expect((parts.min() ?? 0) < -0.95 && (parts.max() ?? 0) > 0.95, "\(name)")
            let average = parts.reduce(0, +) / Double(parts.count)
            let square = parts.reduce(0) { $0 + $1 * $1 } / Double(parts.count)
            // Of an even distribution from -1 to 1 the mean is 0, and that of squares a third.
            #expect(abs(average) < 0.12 && abs(square - 1.0 / 3) < 0.08, "\(name): \(average), \(square)")
        }
    }

    @Test func `properties do not depend on each other`() {
        let particles = stage().particles(at: 60).filter { $0.age > 0 }
        for (index, one) in Self.properties.enumerated() {
            for other in Self.properties[(index + 1)...] {
                let products = particles.map { particle -> Double in
                    let first: Double = (one.3(particle) - one.1) / one.2
                    let second: Double = (other.3(particle) - other.1) / other.2
                    return first * second
                }
                let average: Double = products.reduce(0, +) / Double(products.count)
                #expect(abs(average) < 0.08, "\(one.0), \(other.0)")
            }
        }
    }

    @Test(arguments: [0.25, 1, 3, 2 * Double.pi])
    func `directions keep within the cone and fill it`(range: Double) {
        let stage = ParticleStage(rate: 1_000, lifetime: 2, velocity: 10)
        stage.cell.emissionLongitude = 1
        stage.cell.emissionLatitude = 0.5
        stage.cell.emissionRange = CGFloat(range)
        let middle = SIMD3(cos(0.5) * cos(1), cos(0.5) * sin(1), sin(0.5))
        let particles = stage.particles(at: 9.9995)
        let cosines = particles.map { particle in
            min(1, (particle.position * middle).sum() / particle.distance())
        }
        let least = cos(min(range / 2, .pi))
        #expect(cosines.allSatisfy { $0 >= least - 1e-9 })
        // Even over the sphere is even in the cosine.
        let average = cosines.reduce(0, +) / Double(cosines.count)
        #expect(abs(average - (1 + least) / 2) < 0.05 * (1 - least))
        for particle in particles { #expect(isNear(particle.distance(), 10 * particle.age, within: 1e-9)) }
    }
}
