import Foundation
import MainspringData
import SeededRandom
import Testing

/// Random programs of several contexts, with lists, undo managers and observers.
@Suite struct RandomProgramTests {
    private static let seeds = Seeds.first(40)

    @Test(arguments: Program.Kind.all, seeds)
    func `contexts, notices, lists and stores say the same of it`(kind: Program.Kind, seed: UInt64) throws {
        if let failure = try Program(seed: seed, kind).run(steps: 60) {
            Issue.record("seed \(seed), \(kind): \(failure)")
        }
    }
}
