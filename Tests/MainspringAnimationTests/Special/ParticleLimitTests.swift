import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct ParticleLimitTests {
    @Test(arguments: [(-1, 0), (0, 0), (1, 1), (1_000, 1_000), (Int.max, ParticleSystem.most)])
    func `no more are given than are asked for, and the youngest are there`(most: Int, count: Int) {
        let particles = ParticleStage(rate: 1e6, lifetime: 1e6).particles(at: 1e5, most: most)
        #expect(particles.count == count)
        #expect(particles.allSatisfy { $0.age >= 0 && $0.age < Double(max(count, 1)) / 1e6 + 1e-3 })
    }

    @Test func `each cell has its share, and what one leaves goes to the others`() {
        let stage = ParticleStage(rate: 1e5, lifetime: 100)
        let other = CAEmitterCell()
        (other.birthRate, other.lifetime) = (10, 1)
        stage.layer.emitterCells = [stage.cell, other]
        let particles = stage.particles(at: 50.05, most: 1_000)
        #expect(particles.count == 1_000)
        #expect(particles.count { $0.look == 1 } == 10)
    }

    @Test func `what does not show for want of room is said once`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let stage = ParticleStage(rate: 1_000, lifetime: 10)
            stage.layer.name = "snow"
            for time in 1...20 { _ = stage.particles(at: Double(time), most: 100) }
        }
        let said = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(said.components(separatedBy: "more particles than the 100").count == 2, "\(said)")
        #expect(said.contains("snow"))
    }

    @Test func `lives that end early do not make a walk through births endless`() {
        let stage = ParticleStage(rate: 1e6, lifetime: -1e9)
        stage.cell.lifetimeRange = 1e9
        #expect(stage.particles(at: 1e9, most: 10).count <= 10)
    }

    @Test func `cells in cells without end are cut off`() {
        var cell = CAEmitterCell()
        for _ in 0..<200 {
            let next = CAEmitterCell()
            for each in [cell, next] { (each.birthRate, each.lifetime, each.scale) = (1e5, 1e9, 1e30) }
            next.emitterCells = [cell, cell]
            cell = next
        }
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        let system = ParticleSystem(of: layer)
        #expect(system.looks.count == ParticleCellList.mostCells)
        let particles = system.particles(at: 1e6, most: 500)
        #expect(particles.count <= 500 && particles.allSatisfy(\.isFinite))
    }

    @Test func `a line of cells that is deeper than may be shows the outer ones`() {
        var cell = CAEmitterCell()
        for _ in 0..<100_000 {
            let next = CAEmitterCell()
            for each in [cell, next] { (each.birthRate, each.lifetime) = (1, 1.5) }
            next.emitterCells = [cell]
            cell = next
        }
        let layer = CAEmitterLayer()
        layer.emitterCells = [cell]
        let system = ParticleSystem(of: layer)
        #expect(system.looks.count == ParticleCellList.deepest)
        #expect(Set(system.particles(at: 30.2).map(\.look)) == Set(0..<ParticleCellList.deepest))
    }

    @Test(arguments: Seeds.first(300))
    func `no values make a particle that is nowhere`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let stage = ParticleStage()
        let inner = CAEmitterCell()
        stage.cell.emitterCells = [inner]
        let wild: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 1e-300, 1e300, -1e300, .greatestFiniteMagnitude, 3e9, -2, 0.5,
        ]
        func number() -> Double { wild[Int.random(in: 0..<wild.count, using: &random)] }
        let keys = [
            "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude", "emissionRange",
            "velocity", "velocityRange", "xAcceleration", "yAcceleration", "zAcceleration", "scale", "scaleRange",
            "scaleSpeed", "spin", "spinRange", "redRange", "greenRange", "blueRange", "alphaRange", "redSpeed",
            "greenSpeed", "blueSpeed", "alphaSpeed", "contentsScale", "beginTime", "duration", "speed", "timeOffset",
            "repeatCount", "repeatDuration",
        ]
        for cell in [stage.cell, inner] {
            for key in keys where Bool.random(using: &random) {
                cell.setValue(key == "birthRate" && Bool.random(using: &random) ? 50 : number(), forKey: key)
            }
        }
        var values = stage.layer.own
        (values.birthRate, values.lifetime) = (Bool.random(using: &random) ? 1 : Float(number()), Float(number()))
        values.emitterPosition = CGPoint(x: number(), y: number())
        values.emitterSize = CGSize(width: number(), height: number())
        values.emitterDepth = CGFloat(number())
        values.emitterShape = [.line, .rectangle, .cuboid, .circle, .sphere][Int.random(in: 0..<5, using: &random)]
        values.emitterMode = [.points, .outline, .surface, .volume][Int.random(in: 0..<4, using: &random)]
        (values.velocity, values.scale, values.spin) = (Float(number()), Float(number()), Float(number()))
        let system = ParticleSystem(values)
        for time in wild + [0.3, 2.5, 1e4] {
            let particles = system.particles(at: time, most: 64)
            #expect(particles.count <= 64 && particles.allSatisfy(\.isFinite), "seed \(seed), time \(time)")
        }
    }
}

extension Particle {
    fileprivate var isFinite: Bool {
        (0..<3).allSatisfy { position[$0].isFinite } && rotation.isFinite && scale.isFinite && age.isFinite
            && layerAge >= 0 && layerAge.isFinite && (0..<4).allSatisfy { (0...1).contains(color[$0]) }
    }
}
