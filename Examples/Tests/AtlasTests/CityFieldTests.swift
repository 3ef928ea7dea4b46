import Foundation
import SeededRandom
import Testing

@testable import Atlas

@Suite struct CityFieldTests {
    private static func spots(using random: inout SeededGenerator) -> [CityField.Spot] {
        (0..<600).map { number in
            CityField.Spot(
                point: CGPoint(x: .random(in: 0...940, using: &random), y: .random(in: 0...492, using: &random)),
                population: .random(in: 1_000...20_000_000, using: &random), name: "\(number)", number: Int64(number))
        }
    }

    @Test(arguments: Seeds.first(12))
    func `what is found by squares is what is found by looking at all`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let spots = Self.spots(using: &random)
        let field = CityField()
        for spot in spots { field.add(spot) }
        for _ in 0..<40 {
            let corner = CGPoint(x: .random(in: -50...940, using: &random), y: .random(in: -50...500, using: &random))
            let size = CGSize(width: .random(in: 0...300, using: &random), height: .random(in: 0...300, using: &random))
            let rect = CGRect(origin: corner, size: size)
            let inside = spots.filter { rect.contains($0.point) }
            #expect(Set(field.spots(in: rect).map(\.number)) == Set(inside.map(\.number)), "seed \(seed), \(rect)")
            let largest = inside.sorted { $0.population > $1.population }.prefix(5).map(\.number)
            #expect(field.largest(5, in: rect).map(\.number) == largest, "seed \(seed), \(rect)")
            let all = field.largest(100_000, in: rect)
            #expect(Set(all.map(\.number)) == Set(inside.map(\.number)), "seed \(seed), \(rect)")
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.population >= $1.population }, "seed \(seed), \(rect)")
            let near = spots.map { ($0.number, hypot($0.point.x - corner.x, $0.point.y - corner.y)) }
                .filter { $0.1 <= 20 }.min { $0.1 < $1.1 }
            #expect(field.nearest(to: corner, within: 20)?.number == near?.0, "seed \(seed), \(corner)")
        }
    }
}
