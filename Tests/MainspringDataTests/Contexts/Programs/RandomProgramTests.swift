import Foundation
import MainspringData
import Testing

/// Random programs of several contexts, with lists, undo managers and observers.
@Suite struct RandomProgramTests {
    /// More of them with MAINSPRING_DRIVER_SEEDS=COUNT, or FIRST-LAST, beside the tests.
    private static let seeds: ClosedRange<UInt64> = {
        let wish = ProcessInfo.processInfo.environment["MAINSPRING_DRIVER_SEEDS"] ?? "40"
        let ends = wish.split(separator: "-").compactMap { UInt64($0) }
        if ends.count == 2, ends[0] <= ends[1] { return ends[0]...ends[1] }
        return 0...max(1, ends.first ?? 1) - 1
    }()

    @Test(arguments: Program.Kind.all, seeds)
    func `contexts, notices, lists and stores say the same of it`(kind: Program.Kind, seed: UInt64) throws {
        if let failure = try Program(seed: seed, kind).run(steps: 60) {
            Issue.record("seed \(seed), \(kind): \(failure)")
        }
    }
}
