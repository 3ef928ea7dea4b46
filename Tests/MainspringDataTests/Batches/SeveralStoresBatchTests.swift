import Foundation
import MainspringFoundation
import MainspringModel
import StoreFaults
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

    /// A store fails at each of its calls in turn, after others may have ended the batch.
    @Test func `All stores that are not changed are told if one cannot end a batch when others have`() throws {
        var (number, count) = (0, 0)
        while true {
            let bench = try HistoryBench()
            let (coordinator, faults) = (bench.company.coordinator, SQLiteFaults())
            for (name, options) in [("second", [SQLiteFaults.option: faults]), ("third", [:])] {
                _ = try coordinator.addPersistentStore(
                    type: .sqlite, at: bench.scratch.url("\(name).sqlite"),
                    options: HistoryBench.tracking.merging(options) { $1 })
            }
            let stores = coordinator.persistentStores
            let context = bench.context()
            for store in stores { context.assign(bench.company.make("Person", "p", in: context), to: store) }
            try context.save()
            faults.fail(at: number)
            let update = NSBatchUpdateRequest(entityName: "Person")
            update.propertiesToUpdate = ["age": 7]
            var failure: NSError?
            do { _ = try bench.execute(update) } catch { failure = error as NSError }
            let hasFailed = number > 0 && faults.failureCount > 0
            faults.stopFailing()
            if let failure, failure.code == NSPersistentStoreIncompleteSaveError {
                count += 1
                let told = failure.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] ?? []
                for store in stores {
                    let request = HistoryBench.objects("Person", "age == 7")
                    request.affectedStores = [store]
                    let isChanged = try bench.context().count(for: request) > 0
                    #expect(isChanged != told.contains { $0 === store }, "call \(number)")
                }
            }
            number += 1
            if number > 1, !hasFailed { break }
        }
        #expect(count > 0)
    }

    @Test
    func
        `Whoever has opened the same stores in another order begins with the same one, so that nobody waits in a circle`()
        throws
    {
        let bench = try HistoryBench()
        let options = HistoryBench.tracking.merging([NSPersistentStoreTimeoutOption: NSNumber(value: 0.05)]) { $1 }
        try bench.close()
        let urls = [bench.url, bench.scratch.url("second.sqlite")]
        let coordinators = (0..<2).map { _ in NSPersistentStoreCoordinator(managedObjectModel: bench.company.model) }
        for (coordinator, places) in zip(coordinators, [urls, urls.reversed()]) {
            for url in places { try coordinator.addPersistentStore(type: .sqlite, at: url, options: options) }
        }
        let locks = try urls.map { try SQLiteConnection(path: $0.path, access: .readWrite) }
        for lock in locks { try lock.execute("BEGIN IMMEDIATE") }
        let paths = coordinators.map { coordinator in
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            let update = NSBatchUpdateRequest(entityName: "Person")
            update.propertiesToUpdate = ["age": 7]
            let failure = Fixture.failure { _ = try context.execute(update) }
            return urls.map { failure?.sentence.contains($0.path) == true }
        }
        #expect(paths[0] == paths[1] && paths[0].filter { $0 }.count == 1)
    }
}
