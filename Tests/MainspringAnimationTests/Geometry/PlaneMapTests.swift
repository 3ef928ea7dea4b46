import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct PlaneMapTests {
    /// A plane turned about y in front of a viewer.
    private static let door = PlaneMap(flattening: Matrix4.rotation(.pi / 3, about: SIMD3(0, 1, 0)) * .sight(500))

    private func random(_ generator: inout SeededGenerator) -> PlaneMap {
        let turn = Matrix4.rotation(
            .random(in: -1...1, using: &generator), about: .random(in: -1...1, using: &generator))
        let scale = SIMD3<Double>.random(in: 0.3...2, using: &generator)
        let move = SIMD3<Double>.random(in: -50...50, using: &generator)
        return PlaneMap(
            flattening: .scale(scale.x, scale.y, scale.z) * turn * .translation(move.x, move.y, move.z)
                * .sight(800))
    }

    @Test(arguments: Seeds.first(3))
    func `there and back is the same point`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let map = random(&generator)
            guard let back = map.inverse else { continue }
            let point = CGPoint(
                x: .random(in: -100...100, using: &generator), y: .random(in: -100...100, using: &generator))
            let there = try #require(map(point))
            let again = try #require(back(there))
            #expect(isNear(again.x, point.x, within: 1e-6) && isNear(again.y, point.y, within: 1e-6), "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.first(3))
    func `a map of a map is the product`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let (first, second) = (random(&generator), random(&generator))
            let point = CGPoint(
                x: .random(in: -20...20, using: &generator), y: .random(in: -20...20, using: &generator))
            guard let step = first(point), let two = second(step), let one = (first * second)(point) else { continue }
            #expect(isNear(one.x, two.x, within: 1e-6) && isNear(one.y, two.y, within: 1e-6), "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.first(3))
    func `the box holds all points of the rectangle, and touches its corners`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let map = random(&generator)
            let rect = CGRect(x: -30, y: -10, width: 60, height: 25)
            let box = map.box(of: rect)
            var low = CGPoint(x: CGFloat.infinity, y: .infinity)
            for step in 0...20 {
                for other in 0...20 {
                    let point = CGPoint(
                        x: rect.minX + rect.width * Double(step) / 20, y: rect.minY + rect.height * Double(other) / 20)
                    let place = try #require(map(point))
                    #expect(box.insetBy(dx: -1e-6, dy: -1e-6).contains(place), "seed \(seed)")
                    low = CGPoint(x: min(low.x, place.x), y: min(low.y, place.y))
                }
            }
            #expect(isNear(low.x, box.minX, within: 1e-6) && isNear(low.y, box.minY, within: 1e-6), "seed \(seed)")
        }
    }

    @Test func `seen from its edge a plane has no way back, and close to that it has one`() {
        for tilt in stride(from: -1.2, through: 1.2, by: 0.3) {
            func map(_ turn: Double) -> PlaneMap {
                let turned = Matrix4.rotation(turn, about: SIMD3(0, 1, 0)) * .rotation(tilt, about: SIMD3(1, 0, 0))
                return PlaneMap(flattening: turned * .sight(320) * .translation(100, 100, 0))
            }
            #expect(map(.pi / 2).inverse == nil, "tilted by \(tilt)")
            #expect(map(.pi / 2 - 1e-6).inverse != nil, "tilted by \(tilt)")
        }
    }

    @Test func `what is behind the viewer has no place`() {
        let far = PlaneMap(flattening: Matrix4.translation(0, 0, 600) * .sight(500))
        #expect(far(CGPoint(x: 1, y: 1)) == nil)
        #expect(far.box(of: CGRect(x: 0, y: 0, width: 10, height: 10)).isNull)
    }

    @Test func `a rectangle that crosses the viewer's plane has a box that is cut off in front of it`() {
        let box = Self.door.box(of: CGRect(x: -2000, y: -10, width: 4000, height: 20))
        #expect(!box.isNull && box.width.isFinite && box.height.isFinite)
        #expect(box.contains(CGPoint(x: 0, y: 0)))
    }

    @Test func `a plane that is seen from its edge has no way back`() {
        #expect(
            PlaneMap(flattening: .rotation(.pi / 2, about: SIMD3(0, 1, 0))).inverse.map { $0.r0.x.magnitude > 1e9 }
                ?? true)
        #expect(PlaneMap(flattening: .scale(0, 1, 1)).inverse == nil)
        #expect(PlaneMap(flattening: .scale(.nan, 1, 1)).inverse == nil)
    }

    @Test func `null and infinite rectangles stay what they are`() {
        #expect(Self.door.box(of: .null).isNull)
        #expect(Self.door.box(of: .infinite).isInfinite)
    }
}
