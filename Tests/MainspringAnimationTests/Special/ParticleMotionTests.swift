import Foundation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct ParticleMotionTests {
    /// A cell with everything that changes with age, from a seed.
    private func stage(seed: UInt64) -> ParticleStage {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        let stage = ParticleStage(rate: 7, lifetime: 3, velocity: CGFloat(number(-80...80)))
        stage.layer.seed = UInt32(seed)
        stage.layer.emitterPosition = CGPoint(x: number(-50...50), y: number(-50...50))
        stage.cell.velocityRange = CGFloat(number(0...30))
        stage.cell.emissionLongitude = CGFloat(number(-4...4))
        stage.cell.emissionLatitude = CGFloat(number(-1...1))
        stage.cell.emissionRange = CGFloat(number(0...3))
        stage.cell.xAcceleration = CGFloat(number(-40...40))
        stage.cell.yAcceleration = CGFloat(number(-40...40))
        stage.cell.zAcceleration = CGFloat(number(-40...40))
        stage.cell.scale = 2
        stage.cell.scaleRange = 0.5
        stage.cell.scaleSpeed = CGFloat(number(-0.1...0.1))
        stage.cell.spin = CGFloat(number(-2...2))
        stage.cell.spinRange = 1
        return stage
    }

    @Test(arguments: Seeds.first(8))
    func `closed forms are what small steps come to`(seed: UInt64) throws {
        let stage = stage(seed: seed)
        let system = ParticleSystem(of: stage.layer)
        // The first one, from its birth at 1/7 on.
        let birth = 1.0 / 7
        let start = try #require(system.particles(at: birth + 1e-9).first)
        let next = try #require(system.particles(at: birth + 1e-6).first)
        let step = 1e-3
        let acceleration = SIMD3(
            Double(stage.cell.xAcceleration), Double(stage.cell.yAcceleration), Double(stage.cell.zAcceleration))
        var position = start.position
        var velocity = (next.position - start.position) / (next.age - start.age)
        var (scale, rotation) = (start.scale, start.rotation)
        let spin = (next.rotation - start.rotation) / (next.age - start.age)
        for count in 1...2_000 {
            velocity += step / 2 * acceleration
            position += step * velocity
            velocity += step / 2 * acceleration
            scale += step * Double(stage.cell.scaleSpeed)
            rotation += step * spin
            guard count.isMultiple(of: 250) else { continue }
            let shown = try #require(system.particles(at: birth + 1e-9 + Double(count) * step).first)
            #expect(shown.distance(from: position) < 1e-3, "seed \(seed), step \(count)")
            #expect(isNear(shown.scale, scale, within: 1e-6), "seed \(seed), step \(count)")
            #expect(isNear(shown.rotation, rotation, within: 1e-3), "seed \(seed), step \(count)")
        }
    }

    private static let directions: [(longitude: Double, latitude: Double, direction: SIMD3<Double>)] = [
        (0, 0, SIMD3(1, 0, 0)), (.pi / 2, 0, SIMD3(0, 1, 0)), (.pi, 0, SIMD3(-1, 0, 0)), (0, .pi / 2, SIMD3(0, 0, 1)),
        (.pi / 2, .pi / 4, SIMD3(0, 0.5.squareRoot(), 0.5.squareRoot())),
    ]

    @Test(arguments: directions)
    func `longitude turns in the plane and latitude out of it`(
        longitude: Double, latitude: Double, direction: SIMD3<Double>
    ) throws {
        let stage = ParticleStage(velocity: 10)
        stage.cell.emissionLongitude = CGFloat(longitude)
        stage.cell.emissionLatitude = CGFloat(latitude)
        let particle = try #require(stage.particles(at: 1.1).first)
        #expect(particle.distance(from: 10 * particle.age * direction) < 1e-9)
    }

    @Test func `the layer's factors multiply velocity, scale and spin`() throws {
        let stage = ParticleStage(velocity: 10)
        stage.cell.scale = 3
        stage.cell.scaleSpeed = 1
        stage.cell.spin = 2
        let plain = try #require(stage.particles(at: 1.5).first)
        (stage.layer.velocity, stage.layer.scale, stage.layer.spin) = (2, 0.5, -1)
        let multiplied = try #require(stage.particles(at: 1.5).first)
        #expect(multiplied.position == 2 * plain.position)
        #expect(multiplied.scale == plain.scale / 2)
        #expect(multiplied.rotation == -plain.rotation)
    }

    @Test func `what has shrunk to nothing does not grow again`() {
        let stage = ParticleStage(lifetime: 5)
        stage.cell.scaleSpeed = -1
        #expect(stage.particles(at: 4).allSatisfy { $0.scale >= 0 })
        #expect(stage.particles(at: 4).contains { $0.scale == 0 } == true)
    }

    @Test func `colours change at their speeds between 0 and 1, times alpha`() throws {
        let stage = ParticleStage(rate: 1, lifetime: 10)
        stage.cell.color = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        (stage.cell.redSpeed, stage.cell.greenSpeed, stage.cell.alphaSpeed) = (1, -1, -0.5)
        let fresh = try #require(stage.particles(at: 1).first)
        #expect(fresh.color == SIMD4(0.5, 0.5, 0.5, 1))
        let older = try #require(stage.particles(at: 2).first)
        #expect(older.color == SIMD4(0.5, 0, 0.25, 0.5))
        #expect(try #require(stage.particles(at: 9).first).color == .zero)
    }

    @Test func `what a cell shows is its image's part, in points`() throws {
        let stage = ParticleStage()
        let provider = try #require(CGDataProvider(data: Data(count: 4 * 8 * 6)))
        stage.cell.contents = CGImage(
            width: 8, height: 6, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 32,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        stage.cell.contentsScale = 2
        stage.cell.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
        let system = ParticleSystem(of: stage.layer)
        let look = try #require(system.particles(at: 1).first.map { system.looks[$0.look] })
        #expect(look.size == CGSize(width: 2, height: 3))
        stage.cell.contents = "no image"
        stage.cell.contentsRect = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
        stage.cell.contentsScale = 0
        let broken = ParticleSystem(of: stage.layer).looks[0]
        #expect(broken.contents == nil && broken.size == .zero && broken.contentsScale == 1)
        #expect(broken.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    }
}
