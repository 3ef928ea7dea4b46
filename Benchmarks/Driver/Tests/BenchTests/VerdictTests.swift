import Testing

@testable import Bench

@Suite struct VerdictTests {
    /// Returns the verdict of two spreads, each given by its lowest figure, median and highest figure.
    private func verdict(_ before: [Double], _ after: [Double], moreIsBetter: Bool = false) throws -> Verdict {
        Verdict(
            before: try #require(Spread(before)), after: try #require(Spread(after)), moreIsBetter: moreIsBetter)
    }

    @Test(
        arguments: [
            // Above 1.05, apart.
            ([99, 100, 101], [105, 106, 107], .slower), ([0, 0, 0], [1, 1, 1], .slower),
            // Below 1 / 1.05, apart.
            ([105, 106, 107], [99, 100, 101], .faster), ([1, 1, 1], [0, 0, 0], .faster),
            // Beyond, but with a figure in common.
            ([99, 100, 108], [105, 106, 107], .doubtful), ([99, 100, 105], [105, 106, 107], .doubtful),
            ([100, 106, 107], [99, 100, 101], .doubtful),
            // Within, whether apart or not.
            ([100, 100, 100], [105, 105, 105], .same), ([100, 100, 100], [104, 104, 104], .same),
            ([105, 105, 105], [100, 100, 100], .same), ([50, 100, 200], [40, 101, 300], .same),
            ([0, 0, 0], [0, 0, 0], .same),
        ] as [([Double], [Double], Verdict)])
    func `slower and faster are ratios beyond 1.05 with ranges that do not overlap`(
        before: [Double], after: [Double], expected: Verdict
    ) throws {
        #expect(try verdict(before, after) == expected)
    }

    @Test func `a figure of which more is better is slower when it falls`() throws {
        #expect(try verdict([1.9, 1.9, 1.9], [1.5, 1.5, 1.5], moreIsBetter: true) == .slower)
        #expect(try verdict([1.5, 1.5, 1.5], [1.9, 1.9, 1.9], moreIsBetter: true) == .faster)
        #expect(try verdict([1.4, 1.5, 2], [1.8, 1.9, 2], moreIsBetter: true) == .doubtful)
        #expect(try verdict([1.5, 1.5, 1.5], [0, 0, 0], moreIsBetter: true) == .slower)
    }

    @Test(arguments: [
        (1.0, Verdict.same), (1.05, .same), (1.051, .slower), (.infinity, .slower), (1 / 1.05, .same), (0.95, .faster),
        (0, .faster),
    ])
    func `a ratio alone is never doubtful`(ratio: Double, expected: Verdict) {
        #expect(Verdict(costRatio: ratio) == expected)
    }
}
