import Foundation
import SeededRandom
import StoreFaults
import Testing

@_spi(Tools) @testable import MainspringData

/// Saves in slices of random graphs, changed at random between any two steps.
@Suite struct RandomSlicedSaveContextTests {
    enum Ending: CaseIterable { case success, failure, cancellation }

    @Test(arguments: Seeds.first(15), Ending.allCases)
    func `A save in slices has what was there when it began, or nothing; the next one has the rest`(
        _ seed: UInt64, _ ending: Ending
    ) throws {
        let held = try HeldSave()
        var graph = RandomCompany(held.company, seed: seed)
        graph.givesIdentities = ending != .failure && seed.isMultiple(of: 2)
        let context = held.company.context()
        // What is saved is known by its identity as long as it is here.
        context.retainsRegisteredObjects = true
        var before = graph.picture(in: held.company.context())
        for round in 0..<4 {
            for _ in 0..<25 { graph.change(in: context) }
            context.processPendingChanges()
            let expected = graph.picture(in: context)
            if ending == .failure, round > 0 { held.faults.fail(at: 1, of: [.sync], isLasting: true) }
            let save = SlicedSaving(context)
            let slices = Int.random(in: 1..<80, using: &graph.random)
            var (count, isSaved) = (0, true)
            do {
                try save.finish {
                    count += 1
                    if Bool.random(using: &graph.random) { graph.change(in: context) }
                    if ending == .cancellation, round > 0, count == slices { save.cancellation.cancel() }
                    try #require(LinkWitness(context: context).fault == nil, "seed \(seed), round \(round)")
                }
            } catch let error where ending != .success && !(error is ExpectationFailedError) {
                isSaved = false
            }
            held.faults.stopFailing()
            #expect(isSaved || ending != .success, "seed \(seed), round \(round)")
            graph.noteIdentities(in: context)
            let stored = graph.picture(in: held.company.context())
            #expect(
                stored.difference(from: isSaved ? expected : before).isEmpty,
                "seed \(seed), round \(round), saved: \(isSaved)")
            context.processPendingChanges()
            let now = graph.picture(in: context)
            try context.save()
            graph.noteIdentities(in: context)
            before = graph.picture(in: held.company.context())
            #expect(before.difference(from: now).isEmpty, "seed \(seed), round \(round), the next save")
            #expect(LinkWitness(context: context).fault == nil, "seed \(seed), round \(round)")
        }
    }
}
