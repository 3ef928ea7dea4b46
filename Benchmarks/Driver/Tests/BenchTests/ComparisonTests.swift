import Testing

@testable import Bench

@Suite struct ComparisonTests {
    private static let cpu = Case(name: "post-own", unit: .nanoseconds, quantity: .cpu, target: "-")

    /// Returns a comparison of a case, doubtful unless other figures are given.
    private func comparison(
        _ item: Case = cpu, label: String? = nil, _ before: [Double] = [90, 100, 120],
        _ after: [Double] = [90, 110, 120]
    ) throws -> Comparison {
        Comparison(item, label: label, before: try #require(Spread(before)), after: try #require(Spread(after)))
    }

    @Test(arguments: [
        (1.08, Verdict.slower, "slower by instructions 1.08"), (1.01, .same, "same by instructions 1.01"),
        (0.9, .faster, "faster by instructions 0.90"),
    ])
    func `instructions settle a doubtful case`(ratio: Double, verdict: Verdict, text: String) throws {
        var doubtful = try comparison()
        doubtful.settle { .instructions(ratio) }
        #expect(doubtful.measuredVerdict == .doubtful)
        #expect(doubtful.verdict == verdict)
        #expect(doubtful.verdictText == text)
    }

    @Test func `no instructions are counted for a case that is not doubtful`() throws {
        var clear = try comparison(Self.cpu, [100], [120])
        clear.settle {
            Issue.record("Instructions are counted.")
            return .instructions(1)
        }
        #expect(clear.verdictText == "slower")
        #expect(clear.settlement == nil)
    }

    @Test(arguments: [
        (Case(name: "a", unit: .nanoseconds, quantity: .wall, target: "-"), "wall time"),
        (Case(name: "b", unit: .nanoseconds, quantity: .cpu, target: "-", isPinned: false), "several processors"),
        (Case(name: "c", unit: .nanoseconds, quantity: .cpu, target: "-", followsClock: true), "follows the clock"),
        (Case(name: "d", unit: .mebibytes, quantity: .value, target: "-"), "the program's own value"),
        (Case(name: "e", unit: .count, quantity: .systemCalls, target: "-"), "a count"),
    ])
    func `a doubtful case whose time instructions do not tell stays doubtful, and says why`(
        item: Case, reason: String
    ) throws {
        var doubtful = try comparison(item)
        doubtful.settle {
            Issue.record("Instructions are counted.")
            return .instructions(2)
        }
        #expect(doubtful.verdict == .doubtful)
        #expect(doubtful.verdictText == "doubtful (\(reason))")
    }

    @Test func `a row of the table has both medians with their ranges, the ratio and the verdict`() throws {
        let table = Table([
            try comparison(Self.cpu, label: "RunLoop level", [100, 101, 102], [99, 102, 103]),
            try comparison(Self.cpu, [0], [2]),
        ])
        let cells = table.text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmed }
        }
        #expect(cells[0] == ["case", "unit", "before", "after", "after ÷ before", "verdict"])
        #expect(
            cells[2] == ["post-own, RunLoop level", "ns", "101 (100 to 102)", "102 (99.0 to 103)", "1.010", "same"])
        #expect(cells[3] == ["post-own", "ns", "0.00 (0.00 to 0.00)", "2.00 (2.00 to 2.00)", "∞", "slower"])
    }

    @Test func `the text of a table warns of fewer runs than a verdict needs`() throws {
        let few = report([try comparison()], rounds: 3)
        #expect(few.contains("Medians of 3 runs (fewer than the 11 that a verdict needs) of each revision"))
        #expect(report([try comparison()], rounds: 11).contains("Medians of 11 runs of each revision"))
    }

    @Test func `the text of a table names the cases that are not pinned`() throws {
        let free = Case(name: "idle-cpu", unit: .milliseconds, quantity: .value, target: "-", isPinned: false)
        let text = report([try comparison(), try comparison(free), try comparison(free)], rounds: 11)
        #expect(text.contains("pinned to one processor (idle-cpu: not pinned)."))
    }

    @Test func `a line of JSON has the figures of both revisions and the verdict`() throws {
        #expect(
            try comparison(Self.cpu, [100, 101, 102], [99, 102, 103]).json == """
                {"case":"post-own","unit":"ns","before":{"median":101.000,"lowest":100.000,"highest":102.000},\
                "after":{"median":102.000,"lowest":99.000,"highest":103.000},"ratio":1.010,"verdict":"same"}
                """)
    }

    @Test func `a line of JSON has the program where there are several, and what settled a doubtful case`() throws {
        var settled = try comparison(label: "RunLoop level")
        settled.settle { .instructions(1.08) }
        #expect(settled.json.hasPrefix("{\"case\":\"post-own\",\"program\":\"RunLoop level\",\"unit\""))
        #expect(settled.json.hasSuffix(",\"verdict\":\"slower\",\"instructions\":1.080}"))
        var unsettled = try comparison()
        unsettled.settle { .unsettled("valgrind is missing") }
        #expect(unsettled.json.hasSuffix(",\"verdict\":\"doubtful\",\"reason\":\"valgrind is missing\"}"))
        #expect(try comparison(Self.cpu, [0], [2]).json.contains("\"ratio\":null"))
    }

    @Test func `the exit status says if a case is slower, then if one is missing`() throws {
        let (same, slower) = (try comparison(Self.cpu, [1], [1]), try comparison(Self.cpu, [1], [2]))
        var byInstructions = try comparison()
        byInstructions.settle { .instructions(1.2) }
        #expect(ComparisonStatus([same], isWhole: true) == .nothingSlower)
        #expect(ComparisonStatus([same, try comparison()], isWhole: true) == .nothingSlower)
        #expect(ComparisonStatus([same, slower], isWhole: false) == .slower)
        #expect(ComparisonStatus([same, byInstructions], isWhole: true) == .slower)
        #expect(ComparisonStatus([same], isWhole: false) == .incomplete)
        #expect(ComparisonStatus([], isWhole: true) == .incomplete)
    }
}
