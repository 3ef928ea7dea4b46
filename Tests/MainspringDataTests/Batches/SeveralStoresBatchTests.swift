import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Batches of which several stores have objects.
@Suite struct SeveralStoresBatchTests {
    /// A badge A in one store, B and C in another.
    private func bench() throws -> HistoryBench {
        let bench = try HistoryBench(unique: ["Badge": [["name"]]])
        let second = try bench.company.coordinator.addPersistentStore(
            type: .sqlite, at: bench.scratch.url("second.sqlite"), options: HistoryBench.tracking)
        let context = bench.context()
        context.assign(bench.company.make("Badge", "A", in: context), to: bench.company.coordinator.persistentStores[0])
        for name in ["B", "C"] { context.assign(bench.company.make("Badge", name, in: context), to: second) }
        try context.save()
        return bench
    }

    @Test(arguments: [false, true])
    func `A batch that one of several stores refuses changes none of them`(_ isReversed: Bool) throws {
        let bench = try bench()
        let update = NSBatchUpdateRequest(entityName: "Badge")
        update.propertiesToUpdate = ["name": "Z"]
        let stores = bench.company.coordinator.persistentStores
        update.affectedStores = isReversed ? stores.reversed() : stores
        let before = try bench.transactions().count
        let failure = Fixture.failure { _ = try bench.execute(update) }
        #expect(failure?.code == NSManagedObjectConstraintMergeError)
        #expect(failure?.sentence.contains("Nothing was changed") == true)
        #expect(try bench.names("Badge") == ["A", "B", "C"] && bench.transactions().count == before)
        update.propertiesToUpdate = ["age": 5]
        update.resultType = .updatedObjectsCountResultType
        #expect(try bench.execute(update) as? Int == 3)
        #expect(try bench.names("Badge", "age == 5") == ["A", "B", "C"])
    }
}
