import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct ParticleCountTests {
    @Test(arguments: [(-1.0, 0), (0, 0), (0.05, 0), (0.15, 1), (0.95, 9), (1.95, 19), (2.05, 20), (50.05, 20)])
    func `as many are there as were born and live`(time: Double, count: Int) {
        #expect(ParticleStage().particles(at: time).count == count)
    }

    @Test func `the layer's factors multiply births and lives`() {
        let stage = ParticleStage()
        stage.layer.birthRate = 3
        #expect(stage.particles(at: 9.99).count == 60)
        stage.layer.lifetime = 0.5
        #expect(stage.particles(at: 9.99).count == 30)
        stage.layer.birthRate = 0
        #expect(stage.particles(at: 9.99).isEmpty)
    }

    @Test func `births are at regular times, and ages are what has passed since`() {
        let ages = ParticleStage(rate: 4, lifetime: 10).particles(at: 1.125).map(\.age)
        #expect(ages == [0.875, 0.625, 0.375, 0.125])
    }

    @Test func `a cell that is off, or bears nobody, or nobody who lives, shows nothing`() {
        let off = ParticleStage()
        off.cell.isEnabled = false
        for stage in [off, ParticleStage(rate: 0), ParticleStage(rate: -5), ParticleStage(lifetime: 0)] {
            #expect(stage.particles(at: 9).isEmpty)
            #expect(!ParticleSystem(of: stage.layer).emits)
        }
        #expect(ParticleSystem(of: ParticleStage().layer).emits)
        #expect(ParticleSystem(of: CAEmitterLayer()).particles(at: 1).isEmpty)
    }

    @Test func `a cell begins at its time, and ends bearing after its duration while its particles live on`() {
        let stage = ParticleStage()
        stage.cell.beginTime = 5
        stage.cell.duration = 1
        #expect(stage.particles(at: 4.99).isEmpty)
        #expect(stage.particles(at: 5.55).count == 5)
        #expect(stage.particles(at: 6.55).count == 10)
        #expect(stage.particles(at: 7.55).count == 5)
        #expect(stage.particles(at: 8.1).isEmpty)
        stage.cell.repeatCount = 2
        #expect(stage.particles(at: 7.05).count == 20)
        stage.cell.repeatCount = 0
        stage.cell.duration = 0
        #expect(stage.particles(at: 5.5).isEmpty)
    }

    @Test func `a cell's speed makes births and particles faster, and its offset lets it have begun before`() {
        let stage = ParticleStage(rate: 10, lifetime: 2, velocity: 1)
        stage.cell.speed = 2
        let particles = stage.particles(at: 0.525)
        #expect(particles.count == 10)
        #expect(isNear(particles[0].position.x, 0.95))
        #expect(isNear(particles[0].layerAge, 0.475))
        stage.cell.speed = 1
        stage.cell.timeOffset = 1
        #expect(stage.particles(at: 0.05).count == 10)
        stage.cell.speed = 0
        #expect(stage.particles(at: 0).map(\.age) == stage.particles(at: 90).map(\.age))
    }

    @Test func `lives differ within their range`() {
        let stage = ParticleStage(rate: 1_000, lifetime: 2)
        stage.cell.lifetimeRange = 1
        let count = stage.particles(at: 100).count
        // Two seconds on average; the standard deviation of the sum is below 20.
        #expect(abs(count - 2_000) < 100)
        let oldest = stage.particles(at: 100).map(\.age).max() ?? 0
        #expect(oldest > 2.8 && oldest < 3)
    }
}
