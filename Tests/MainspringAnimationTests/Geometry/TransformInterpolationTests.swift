import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct TransformInterpolationTests {
    private static func turn(_ degrees: Double, _ x: Double, _ y: Double, _ z: Double) -> Matrix4 {
        .rotation(degrees * .pi / 180, about: SIMD3(x, y, z))
    }

    private static func lean(_ amount: Double) -> Matrix4 {
        var matrix = Matrix4.identity
        matrix.r1.x = amount
        return matrix
    }

    struct Row: Sendable {
        var from: Matrix4
        var to: Matrix4
        var progress: Double
        var value: Matrix4
    }

    static let rows: [Row] = [
        Row(from: .identity, to: .translation(10, 20, 0), progress: 0.25, value: .translation(2.5, 5, 0)),
        Row(from: .scale(1, 1, 1), to: .scale(3, 5, 1), progress: 0.5, value: .scale(2, 3, 1)),
        Row(from: .identity, to: turn(90, 0, 0, 1), progress: 0.5, value: turn(45, 0, 0, 1)),
        // The shorter way round.
        Row(from: turn(170, 0, 0, 1), to: turn(-170, 0, 0, 1), progress: 0.5, value: turn(180, 0, 0, 1)),
        Row(from: turn(-100, 0, 0, 1), to: turn(100, 0, 0, 1), progress: 0.5, value: turn(180, 0, 0, 1)),
        // Half a turn goes forwards.
        Row(from: .identity, to: turn(180, 0, 0, 1), progress: 0.5, value: turn(90, 0, 0, 1)),
        Row(
            from: .scale(2, 2, 1) * turn(30, 0, 0, 1), to: .scale(4, 4, 1) * turn(60, 0, 0, 1), progress: 0.5,
            value: .scale(3, 3, 1) * turn(45, 0, 0, 1)),
        // Mirrored in x, told as a scale.
        Row(from: .identity, to: .scale(-1, 1, 1), progress: 0.5, value: .scale(0, 1, 1)),
        Row(from: .scale(-1, 1, 1), to: .scale(1, -1, 1), progress: 0.5, value: .scale(1, -1, 1) * turn(-90, 0, 0, 1)),
        // From nothing, in one axis or both.
        Row(from: .scale(0, 0, 1), to: .scale(2, 3, 1), progress: 0.5, value: .scale(1, 1.5, 1)),
        Row(
            from: .scale(0, 2, 1) * turn(30, 0, 0, 1), to: .scale(2, 2, 1) * turn(50, 0, 0, 1), progress: 0.5,
            value: .scale(1, 2, 1) * turn(40, 0, 0, 1)),
        Row(
            from: .scale(2, 0, 1) * turn(30, 0, 0, 1), to: .scale(2, 2, 1) * turn(50, 0, 0, 1), progress: 0.5,
            value: .scale(2, 1, 1) * turn(40, 0, 0, 1)),
        // Leaning.
        Row(from: .identity, to: lean(2), progress: 0.5, value: lean(1)),
        Row(
            from: .scale(1, 2, 1) * lean(1) * turn(20, 0, 0, 1), to: .scale(3, 4, 1) * lean(2) * turn(60, 0, 0, 1),
            progress: 0.5, value: .scale(2, 3, 1) * lean(1.5) * turn(40, 0, 0, 1)),
        // In space.
        Row(from: .identity, to: turn(80, 0, 1, 0), progress: 0.25, value: turn(20, 0, 1, 0)),
        Row(from: turn(20, 1, 2, 3), to: turn(80, 1, 2, 3), progress: 0.5, value: turn(50, 1, 2, 3)),
        Row(from: .translation(0, 0, 10), to: .translation(0, 0, 20), progress: 0.5, value: .translation(0, 0, 15)),
        Row(from: .sight(100), to: .sight(50), progress: 0.5, value: .sight(200.0 / 3)),
        // Beyond its ends.
        Row(from: .identity, to: .translation(10, 0, 0), progress: 1.5, value: .translation(15, 0, 0)),
        Row(from: .identity, to: turn(60, 0, 0, 1), progress: -0.5, value: turn(-30, 0, 0, 1)),
    ]

    @Test(arguments: rows)
    func `a way between transforms goes by their parts`(row: Row) {
        let value = TransformInterpolation(from: row.from, to: row.to).value(at: row.progress)
        #expect(isNear(value, row.value, within: 1e-9), "\(value)")
    }

    @Test(arguments: Seeds.first(3))
    func `a leaning transform goes the same way in the plane as in space`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
            func transform() -> Matrix4 {
                .scale(number(0.2...3), number(0.2...3), 1) * Self.lean(number(-2...2))
                    * Self.turn(number(-80...80), 0, 0, 1)
                    * .translation(number(-50...50), number(-50...50), 0)
            }
            let (from, to) = (transform(), transform())
            let progress = number(0...1)
            let planar = TransformInterpolation(from: from, to: to).value(at: progress)
            let (start, end) = (try #require(SpatialParts(from)), try #require(SpatialParts(to)))
            // A turn in space goes at even speed, as that about one axis does.
            #expect(isNear(planar, start.interpolated(to: end, at: progress).matrix, within: 1e-8), "seed \(seed)")
        }
    }

    @Test func `axes on one line are stepped between`() {
        var flat = Matrix4.identity
        flat.r1 = SIMD4(1, 0, 0, 0)
        let way = TransformInterpolation(from: .identity, to: flat)
        #expect(way.value(at: 0.49) == .identity && way.value(at: 0.5) == flat)
    }

    @Test func `half a turn in space takes one of both ways, at even speed`() {
        let way = TransformInterpolation(from: .identity, to: Self.turn(180, 1, 1, 0))
        let middle = way.value(at: 0.5)
        #expect(isNear(middle, Self.turn(90, 1, 1, 0)) || isNear(middle, Self.turn(-90, 1, 1, 0)))
    }

    @Test func `a transform that takes a dimension away is stepped to in the middle`() {
        let flat = Matrix4.scale(1, 1, 0) * Self.turn(10, 1, 0, 0)
        let way = TransformInterpolation(from: Self.turn(10, 1, 0, 0), to: flat)
        #expect(way.value(at: 0.49) == Self.turn(10, 1, 0, 0))
        #expect(way.value(at: 0.5) == flat)
    }

    @Test func `transforms that are no numbers are stepped between`() {
        let way = TransformInterpolation(from: .identity, to: .translation(.nan, 0, 0))
        #expect(way.value(at: 0.2) == .identity)
        #expect(way.value(at: 0.9).r3.x.isNaN)
    }

    @Test(arguments: Seeds.first(3))
    func `at its ends the way has the transforms themselves`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            func random3(_ range: ClosedRange<Double>) -> SIMD3<Double> { .random(in: range, using: &random) }
            func transform(planar: Bool) -> Matrix4 {
                let scale = random3(0.2...3)
                let axis = planar ? SIMD3(0, 0, 1) : random3(-1...1)
                var matrix = Matrix4.scale(
                    Bool.random(using: &random) ? scale.x : -scale.x, scale.y, planar ? 1 : scale.z)
                matrix.r1 += matrix.r0 * Double.random(in: -1...1, using: &random)
                matrix = matrix * .rotation(.random(in: -4...4, using: &random), about: axis)
                let move = random3(-50...50)
                matrix = matrix * .translation(move.x, move.y, planar ? 0 : move.z)
                return planar ? matrix : matrix * .sight(.random(in: 100...900, using: &random))
            }
            let planar = Bool.random(using: &random)
            let (from, to) = (transform(planar: planar), transform(planar: planar))
            let way = TransformInterpolation(from: from, to: to)
            // Told with m44 = 1, which means the same.
            func normal(_ m: Matrix4) -> Matrix4 { Matrix4(m.r0 / m.r3.w, m.r1 / m.r3.w, m.r2 / m.r3.w, m.r3 / m.r3.w) }
            #expect(isNear(way.value(at: 0), normal(from), within: 1e-8), "seed \(seed)")
            #expect(isNear(way.value(at: 1), normal(to), within: 1e-8), "seed \(seed)")
            #expect(way.value(at: 0.37).isFinite)
        }
    }
}
