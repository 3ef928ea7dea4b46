import Foundation
import SeededRandom
import Testing

@testable import MainspringData

/// Several saves that want the same links otherwise, behind one another in a context that merges them in slices.
@Suite struct RandomStaffTests {
    private static let seeds = Seeds.first(40)

    /// Found beyond the seeds that are tried otherwise.
    private static let found: [StaffTrial] = [
        StaffTrial(.others, .circles, seed: 413), StaffTrial(.others, .circles, seed: 421),
        StaffTrial(.others, .circles, seed: 568), StaffTrial(.othersBesideChanges, .circles, seed: 159),
        StaffTrial(.children, .cascading, seed: 387),
    ]

    @Test(arguments: found)
    func
        `Who requires what goes before its turn goes with it, and what it takes along goes before later saves, whoever has saved that`(
            trial: StaffTrial
        ) throws
    {
        let fault = try trial.fault
        #expect(fault == nil)
    }

    @Test(arguments: RandomStaff.Rule.allCases, seeds)
    func `Children's saves are merged in slices to the same end as at once, whoever is reached in the midst`(
        rule: RandomStaff.Rule, seed: UInt64
    ) throws {
        let fault = try StaffTrial(.children, rule, seed: seed).fault
        #expect(fault == nil, "seed \(seed)")
    }

    @Test(arguments: RandomStaff.Rule.allCases, seeds)
    func `What others save is merged in slices to what the store has, and is no change of the context`(
        rule: RandomStaff.Rule, seed: UInt64
    ) throws {
        let fault = try StaffTrial(.others, rule, seed: seed).fault
        #expect(fault == nil, "seed \(seed)")
    }

    @Test(arguments: RandomStaff.Rule.allCases, seeds)
    func `Beside changes of the context's own it is merged to the same end as at once, and they are saved alike`(
        rule: RandomStaff.Rule, seed: UInt64
    ) throws {
        let fault = try StaffTrial(.othersBesideChanges, rule, seed: seed).fault
        #expect(fault == nil, "seed \(seed)")
    }
}
