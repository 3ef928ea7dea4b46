import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Deletions of objects that are named by their identities.
@Suite struct BatchIdentityTests {
    private func people(_ names: [String], _ bench: HistoryBench) throws -> [NSManagedObject] {
        let context = bench.context()
        let people = names.map { bench.company.make("Person", $0, in: context) }
        try context.save()
        return people
    }

    private func request(_ identities: [NSManagedObjectID]) -> NSBatchDeleteRequest {
        let request = NSBatchDeleteRequest(objectIDs: identities)
        request.resultType = .resultTypeCount
        return request
    }

    @Test(arguments: [false, true])
    func `An identity of another coordinator's store is refused before anything is deleted`(isCopied: Bool) throws {
        let bench = try HistoryBench()
        let mine = try people(["A", "B"], bench)
        // The same model, or the entities would be others.
        let (coordinator, _) = try Fixture.open(bench.scratch.url("other.sqlite"), bench.company.model)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        let other = bench.company.make("Person", "C", in: context)
        try context.save()
        for identities in [[other.objectID], (mine + [other]).map(\.objectID)] {
            var request = request(identities)
            if isCopied { request = try #require(request.copy() as? NSBatchDeleteRequest) }
            let failure = try #require(Fixture.failure { _ = try bench.execute(request) })
            #expect(failure.code == NSCoreDataError)
            #expect(
                failure.sentence.contains("\(other.objectID)") && failure.sentence.contains("none of"), "\(failure)")
        }
        #expect(try bench.names("Person") == ["A", "B"])
        #expect(try context.fetch(HistoryBench.objects("Person")).count == 1)
    }

    @Test func `A temporary identity is refused before anything is deleted`() throws {
        let bench = try HistoryBench()
        let saved = try people(["A"], bench)
        let context = bench.context()
        let new = bench.company.make("Person", "B", in: context)
        let failure = try #require(
            Fixture.failure { _ = try bench.execute(request([saved[0].objectID, new.objectID]), in: context) })
        #expect(failure.code == NSCoreDataError && failure.sentence.contains("temporary"), "\(failure)")
        #expect(try bench.names("Person") == ["A"])
    }

    @Test(arguments: [false, true])
    func `Of several stores each deletes its own, and those that have none are not asked`(isReadOnly: Bool) throws {
        let bench = try HistoryBench()
        let mine = try people(["A", "B", "C"], bench)
        let url = bench.scratch.url("second.sqlite")
        let coordinator = bench.company.coordinator
        let second = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = bench.context()
        let others = ["D", "E"].map { bench.company.make("Person", $0, in: context) }
        for other in others { context.assign(other, to: second) }
        try context.save()
        if isReadOnly {
            // Keys are given once by each store: those of the one are those of others in the other.
            #expect(mine[0].objectID.key.key == others[0].objectID.key.key)
            let identity = mine[0].objectID
            try coordinator.remove(second)
            try coordinator.addPersistentStore(
                type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
            #expect(try bench.execute(request([identity])) as? Int == 1)
            #expect(try bench.names("Person") == ["B", "C", "D", "E"])
        } else {
            #expect(try bench.execute(request([mine[1].objectID, others[0].objectID])) as? Int == 2)
            #expect(try bench.names("Person") == ["A", "C", "E"])
        }
    }
}
