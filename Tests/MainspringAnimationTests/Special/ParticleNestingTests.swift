import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct ParticleNestingTests {
    /// A rocket a second to the right, which leaves ten sparks a second that stand still.
    private func rocket() -> (stage: ParticleStage, spark: CAEmitterCell) {
        let stage = ParticleStage(rate: 1, lifetime: 2, velocity: 100)
        let spark = CAEmitterCell()
        (spark.birthRate, spark.lifetime) = (10, 3)
        stage.cell.emitterCells = [spark]
        return (stage, spark)
    }

    private func sparks(_ stage: ParticleStage, at time: Double) -> [Particle] {
        stage.particles(at: time).filter { $0.look == 1 }
    }

    @Test func `particles in particles are born along the way of their emitter`() {
        let (stage, _) = rocket()
        // The rocket of 1.0 has come to 0.55; the next one leaves at 2.0.
        let sparks = sparks(stage, at: 1.55)
        #expect(sparks.count == 5)
        for spark in sparks { #expect(isNear(spark.position.x, 100 * (0.55 - spark.age), within: 1e-9)) }
        #expect(stage.particles(at: 1.55).first?.look == 0, "the emitter is behind what it emits")
    }

    @Test func `an emitter that has ended bears no more, and what it bore lives on`() {
        let (stage, _) = rocket()
        stage.cell.duration = 1
        // One rocket, from 1 to 3, and its twenty sparks, the last at 3 or just before.
        #expect(stage.particles(at: 2.95).filter { $0.look == 0 }.count == 1)
        #expect(stage.particles(at: 3.05).filter { $0.look == 0 }.isEmpty)
        #expect(sparks(stage, at: 3.05).count == 19)
        #expect(sparks(stage, at: 5.05).count == 9)
        #expect(sparks(stage, at: 5.95).isEmpty)
    }

    @Test func `a burst once a second from what lives little longer comes at the end of its way`() {
        let (stage, spark) = rocket()
        stage.cell.lifetime = 1.02
        spark.birthRate = 1
        #expect(sparks(stage, at: 1.99).isEmpty)
        #expect(sparks(stage, at: 2.01).map { $0.position.x.rounded() } == [100])
    }

    @Test func `scale and colour are inherited as they are at the birth`() throws {
        let (stage, spark) = rocket()
        stage.cell.scale = 3
        stage.cell.scaleSpeed = -1
        stage.cell.color = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5)
        spark.scale = 2
        spark.color = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        let first = try #require(sparks(stage, at: 1.55).first)
        #expect(isNear(first.scale, 2 * (3 - (0.55 - first.age))))
        #expect(first.color == SIMD4(0.25, 0.125, 0, 0.5))
    }

    @Test func `angles are relative to the way of the emitter`() throws {
        let (stage, spark) = rocket()
        stage.cell.emissionLongitude = .pi / 2
        (spark.velocity, spark.emissionLongitude) = (10, .pi / 2)
        // The rocket goes down the screen; a quarter turn more is to the left.
        let one = try #require(sparks(stage, at: 1.55).first)
        #expect(isNear(one.position.x, -10 * one.age) && isNear(one.position.y, 100 * (0.55 - one.age)))
        stage.cell.emissionLatitude = .pi / 2
        spark.emissionLongitude = 0
        let upward = try #require(sparks(stage, at: 1.55).first)
        #expect(isNear(upward.position.z, 100 * (0.55 - upward.age) + 10 * upward.age, within: 1e-6))
        stage.cell.velocity = 0
        let still = try #require(sparks(stage, at: 1.55).first)
        #expect(isNear(still.position.x, 10 * still.age))
    }

    @Test func `a cell in a cell has its time in that of its emitter`() {
        let (stage, spark) = rocket()
        spark.beginTime = 0.5
        #expect(sparks(stage, at: 1.49).isEmpty)
        #expect(sparks(stage, at: 1.85).count == 3)
        spark.beginTime = 0
        spark.speed = 2
        #expect(sparks(stage, at: 1.525).count == 10)
        stage.cell.speed = 2
        #expect(sparks(stage, at: 0.7625).count == 10)
    }

    @Test func `particles are ordered by age, by z, or as they come`() {
        let (stage, spark) = rocket()
        stage.cell.emissionLatitude = 1
        spark.velocity = 10
        spark.emissionRange = 2 * .pi
        func shown(_ mode: CAEmitterLayerRenderMode) -> [Particle] {
            stage.layer.renderMode = mode
            return stage.particles(at: 7.77)
        }
        let ages = shown(.oldestFirst).map(\.layerAge)
        #expect(ages == ages.sorted(by: >) && ages.count > 20)
        #expect(shown(.oldestLast).map(\.layerAge) == ages.sorted())
        let depths = shown(.backToFront).map(\.position.z)
        #expect(depths == depths.sorted())
        for mode in [CAEmitterLayerRenderMode.additive, .init(rawValue: "other")] {
            #expect(shown(mode) == shown(.unordered))
        }
    }
}
