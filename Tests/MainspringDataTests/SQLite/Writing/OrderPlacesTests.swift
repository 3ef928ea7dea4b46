import SeededRandom
import Testing

@testable import MainspringData

/// The numbers that say in which order members are.
@Suite struct OrderPlacesTests {
    @Test(
        arguments: [
            (known: [], places: []), (known: [nil, nil], places: [1024, 2048]),
            (known: [1024, 2048, nil], places: [1024, 2048, 3072]), (known: [nil, 1024], places: [0, 1024]),
            (known: [1024, nil, 2048], places: [1024, 1536, 2048]),
            (known: [1024, nil, nil, 2048], places: [1024, 1365, 1706, 2048]),
            // What has moved to the end gets another place, and nobody else.
            (known: [2048, 3072, 1024], places: [2048, 3072, 4096]),
            // Where there is no room, all are anew.
            (known: [1, nil, 2], places: [1024, 2048, 3072]),
            (known: [Int64.max, nil], places: [1024, 2048]), (known: [nil, Int64.min], places: [1024, 2048]),
            (known: [5, 5, 5], places: [-2043, -1019, 5]),
        ] as [(known: [Int64?], places: [Int64])])
    func `members keep their places where they can`(known: [Int64?], places: [Int64]) {
        #expect(OrderPlaces.places(of: known) == places)
    }

    @Test(arguments: Seeds.first(50))
    func `places ascend, and no more than must are other ones`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let known = (0..<Int.random(in: 0...40, using: &random)).map { _ -> Int64? in
            Bool.random(using: &random)
                ? nil : Int64.random(in: -3...3, using: &random) * Int64.random(in: 1...2000, using: &random)
        }
        let places = OrderPlaces.places(of: known)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): \(known) → \(places)")
        let keptCount = zip(known, places).count { $0 == $1 }
        let isAnew = places == (0..<known.count).map { Int64($0 + 1) * 1024 }
        #expect(isAnew || keptCount >= longest(known), "seed \(seed): \(known) → \(places)")
    }

    /// The length of the longest part that ascends, found the slow way.
    private func longest(_ known: [Int64?]) -> Int {
        let values = known.compactMap(\.self)
        var lengths: [Int] = []
        for (index, value) in values.enumerated() {
            lengths.append(1 + (zip(values, lengths).prefix(index).filter { $0.0 < value }.map(\.1).max() ?? 0))
        }
        return lengths.max() ?? 0
    }
}
