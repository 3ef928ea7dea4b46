import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct ParticlePlaceTests {
    /// Where particles of a shape around (100, 200, 30), of 20 by 40 by 60, come from, without the middle.
    private func places(
        _ shape: CAEmitterLayerEmitterShape, _ mode: CAEmitterLayerEmitterMode,
        size: CGSize = CGSize(width: 20, height: 40), depth: CGFloat = 60
    ) -> [SIMD3<Double>] {
        let stage = ParticleStage(rate: 1_000, lifetime: 2)
        stage.layer.emitterPosition = CGPoint(x: 100, y: 200)
        stage.layer.emitterZPosition = 30
        (stage.layer.emitterSize, stage.layer.emitterDepth) = (size, depth)
        (stage.layer.emitterShape, stage.layer.emitterMode) = (shape, mode)
        return stage.particles(at: 5).map { $0.position - SIMD3(100, 200, 30) }
    }

    private static let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]

    @Test(arguments: modes)
    func `a point, and a shape of another name, is the middle`(mode: CAEmitterLayerEmitterMode) {
        for shape in [CAEmitterLayerEmitterShape.point, .init(rawValue: "star")] {
            #expect(places(shape, mode).allSatisfy { $0 == .zero })
        }
    }

    @Test(arguments: modes)
    func `a line is as long as the emitter is wide`(mode: CAEmitterLayerEmitterMode) {
        let places = places(.line, mode)
        #expect(places.allSatisfy { $0.y == 0 && $0.z == 0 && abs($0.x) <= 10 })
        #expect(places.contains { $0.x < -9 } && places.contains { $0.x > 9 })
        #expect(places.allSatisfy { abs($0.x) == 10 } == (mode == .points))
    }

    @Test(arguments: modes)
    func `a rectangle has corners, edges and an inside`(mode: CAEmitterLayerEmitterMode) {
        let places = places(.rectangle, mode)
        #expect(places.allSatisfy { abs($0.x) <= 10 && abs($0.y) <= 20 && $0.z == 0 })
        let ends = places.map { (abs($0.x) == 10 ? 1 : 0) + (abs($0.y) == 20 ? 1 : 0) }
        switch mode {
        case .points: #expect(ends.allSatisfy { $0 == 2 } && Set(places).count == 4)
        case .outline:
            #expect(ends.allSatisfy { $0 >= 1 })
            // The sides of 40 have twice as many as those of 20.
            let high = Double(places.count { abs($0.x) == 10 }) / Double(places.count)
            #expect(abs(high - 2.0 / 3) < 0.05)
        default: #expect(ends.allSatisfy { $0 == 0 })
        }
    }

    @Test(arguments: modes)
    func `a box has corners, edges, faces and an inside`(mode: CAEmitterLayerEmitterMode) {
        let places = places(.cuboid, mode)
        #expect(places.allSatisfy { abs($0.x) <= 10 && abs($0.y) <= 20 && abs($0.z) <= 30 })
        let ends = places.map { (abs($0.x) == 10 ? 1 : 0) + (abs($0.y) == 20 ? 1 : 0) + (abs($0.z) == 30 ? 1 : 0) }
        switch mode {
        case .points: #expect(ends.allSatisfy { $0 == 3 } && Set(places).count == 8)
        case .outline: #expect(ends.allSatisfy { $0 == 2 })
        case .surface:
            #expect(ends.allSatisfy { $0 == 1 })
            // Of the areas 2400, 1200 and 800 the first are those across x.
            let across = Double(places.count { abs($0.x) == 10 }) / Double(places.count)
            #expect(abs(across - 2400.0 / 4400) < 0.05)
        default: #expect(ends.allSatisfy { $0 == 0 })
        }
    }

    @Test(arguments: modes)
    func `a circle's radius is the emitter's width`(mode: CAEmitterLayerEmitterMode) {
        let places = places(.circle, mode)
        let radii = places.map { ($0 * $0).sum().squareRoot() }
        #expect(places.allSatisfy { $0.z == 0 })
        if mode == .outline || mode == .points {
            #expect(radii.allSatisfy { isNear($0, 20, within: 1e-9) })
        } else {
            #expect(radii.allSatisfy { $0 <= 20 })
            // Half of the disc lies within 1/√2 of the radius.
            let inside = Double(radii.count { $0 < 20 * 0.5.squareRoot() }) / Double(radii.count)
            #expect(abs(inside - 0.5) < 0.05)
        }
    }

    @Test(arguments: modes)
    func `a ball's radius is the emitter's width`(mode: CAEmitterLayerEmitterMode) {
        let places = places(.sphere, mode)
        let radii = places.map { ($0 * $0).sum().squareRoot() }
        switch mode {
        case .volume:
            #expect(radii.allSatisfy { $0 <= 20 + 1e-9 })
            let inside = Double(radii.count { $0 < 20 * cbrt(0.5) }) / Double(radii.count)
            #expect(abs(inside - 0.5) < 0.05)
        case .surface:
            #expect(radii.allSatisfy { isNear($0, 20, within: 1e-9) })
            let low = Double(places.count { $0.z < -10 }) / Double(places.count)
            #expect(abs(low - 0.25) < 0.05)
        default: #expect(radii.allSatisfy { isNear($0, 20, within: 1e-9) } && places.allSatisfy { $0.z == 0 })
        }
    }

    @Test(arguments: modes)
    func `a size that is negative counts without its sign, and one without area has its points`(
        mode: CAEmitterLayerEmitterMode
    ) {
        #expect(
            places(.cuboid, mode, size: CGSize(width: -20, height: -40), depth: -60) == places(.cuboid, mode))
        for shape in [CAEmitterLayerEmitterShape.line, .rectangle, .cuboid, .circle, .sphere] {
            #expect(places(shape, mode, size: .zero, depth: 0).allSatisfy { $0 == .zero })
        }
        #expect(
            places(.cuboid, mode, size: CGSize(width: 20, height: 0), depth: 0).allSatisfy {
                abs($0.x) <= 10 && $0.y == 0 && $0.z == 0
            })
    }
}
