import Testing

@testable import Bench

@Suite struct SpreadTests {
    @Test(
        arguments: [
            ([7], 7), ([3, 1, 2], 2), ([4, 1, 3, 2], 2.5), ([5, 5, 1, 9, 5], 5),
        ] as [([Double], Double)])
    func `the median is the middle of the sorted figures, or the mean of the two in the middle`(
        figures: [Double], median: Double
    ) throws {
        #expect(try #require(Spread(figures)).median == median)
    }

    @Test func `the range is the lowest and the highest figure`() throws {
        let spread = try #require(Spread([3, 1.5, 2, 40]))
        #expect(spread.lowest == 1.5 && spread.highest == 40)
    }

    @Test func `no figures have no spread`() {
        #expect(Spread([]) == nil)
    }

    @Test(
        arguments: [
            ([1, 3], [4, 6], false), ([1, 3], [3, 6], true), ([1, 6], [2, 3], true), ([2, 2], [2, 2], true),
        ] as [([Double], [Double], Bool)])
    func `ranges overlap if they have a figure in common`(one: [Double], other: [Double], overlap: Bool) throws {
        let (one, other) = (try #require(Spread(one)), try #require(Spread(other)))
        #expect(one.overlaps(other) == overlap)
        #expect(other.overlaps(one) == overlap)
    }

    @Test(arguments: [(0.0, 0.0, 1.0), (3, 0, .infinity), (0, 3, 0), (3, 2, 1.5)])
    func `a ratio to nothing is 1 for nothing and infinite for anything`(after: Double, before: Double, result: Double)
    {
        #expect(ratio(of: after, to: before) == result)
    }
}
