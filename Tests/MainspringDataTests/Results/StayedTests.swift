import SeededRandom
import Testing

@testable import MainspringData

/// What stayed where it was.
@Suite struct StayedTests {
    @Test(
        arguments: [
            ([], []), ([0], [0]), ([0, 1, 2], [0, 1, 2]), ([2, 0, 1], [1, 2]), ([1, 2, 0], [0, 1]),
            ([3, 0, 4, 1, 2], [1, 3, 4]),
        ] as [([Int], [Int])])
    func `the most things that stand in the same order have stayed`(_ places: [Int], _ stayed: [Int]) {
        #expect(Stayed.indices(places.enumerated().map { .init(old: $0, new: $1) }) == stayed)
    }

    @Test(arguments: Seeds.first(10))
    func `as many have stayed as a search of all sequences finds`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let places = (0..<Int.random(in: 0...40, using: &random)).shuffled(using: &random)
            let stayed = Stayed.indices(places.enumerated().map { .init(old: $0, new: $1) })
            #expect(zip(stayed, stayed.dropFirst()).allSatisfy { $0 < $1 && places[$0] < places[$1] })
            #expect(stayed.count == longestIncrease(places))
        }
    }
}

/// How long the longest increasing subsequence is, by asking all before for each.
func longestIncrease(_ places: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, place) in places.enumerated() {
        lengths.append(1 + ((0..<index).filter { places[$0] < place }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
}
