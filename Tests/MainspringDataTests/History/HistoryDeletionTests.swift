import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// History that is deleted, and tokens that have missed it.
@Suite struct HistoryDeletionTests {
    /// A store with transactions 1 to 6.
    private func bench() throws -> HistoryBench {
        let bench = try HistoryBench()
        let context = bench.context()
        for number in 1...6 {
            bench.company.make("Person", "\(number)", in: context)
            try context.save()
        }
        return bench
    }

    private func numbers(_ bench: HistoryBench) throws -> [Int64] { try bench.transactions().map(\.transactionNumber) }

    @Test func `What lies before a token's transaction, a transaction or a date is deleted, with its changes`() throws {
        let bench = try bench()
        let all = try bench.transactions()
        #expect(try bench.execute(.deleteHistory(before: all[1].token)) as? Bool == true)
        #expect(try numbers(bench) == [2, 3, 4, 5, 6])
        _ = try bench.execute(.deleteHistory(before: all[3]))
        #expect(try numbers(bench) == [4, 5, 6])
        #expect(try bench.rows("SELECT min(ZTRANSACTIONID) FROM ACHANGE") == ["4"])
        _ = try bench.execute(.deleteHistory(before: nil as NSPersistentHistoryToken?))
        #expect(try numbers(bench) == [4, 5, 6])
        _ = try bench.execute(.deleteHistory(before: all[4].timestamp))
        #expect(try numbers(bench) == [5, 6])
        _ = try bench.execute(.deleteHistory(before: Date.distantFuture))
        #expect(try numbers(bench) == [])
        #expect(bench.token?.positions.values.first == 6)
        // Numbers are not given again.
        let context = bench.context()
        bench.company.make("Person", "7", in: context)
        try context.save()
        #expect(try numbers(bench) == [7])
        #expect(try bench.transactions()[0].changes?.first?.changeID == 7)
    }

    @Test func `Where clocks have gone back nothing is deleted behind what stays`() throws {
        let bench = try bench()
        try Fixture.run(bench.url, "UPDATE ATRANSACTION SET ZTIMESTAMP = 100.0 - Z_PK * 10")
        // 90, 80, 70, 60, 50, 40: only what comes first of all may go first.
        _ = try bench.execute(.deleteHistory(before: Date(timeIntervalSinceReferenceDate: 75)))
        #expect(try numbers(bench) == [1, 2, 3, 4, 5, 6])
        try Fixture.run(bench.url, "UPDATE ATRANSACTION SET ZTIMESTAMP = 5 WHERE Z_PK = 1")
        _ = try bench.execute(.deleteHistory(before: Date(timeIntervalSinceReferenceDate: 75)))
        #expect(try numbers(bench) == [2, 3, 4, 5, 6])
        #expect(try bench.transactions(after: bench.transactions()[0].token).count == 4)
    }

    @Test func `A token that has missed what was deleted is told so, and one that has not goes on`() throws {
        let bench = try bench()
        let all = try bench.transactions()
        _ = try bench.execute(.deleteHistory(before: all[3]))
        let failure = Fixture.failure { _ = try bench.transactions(after: all[0].token) }
        #expect(failure?.code == NSPersistentHistoryTokenExpiredError)
        #expect(failure?.sentence.contains("begins with transaction 4") == true)
        #expect(try bench.transactions(after: all[2].token).map(\.transactionNumber) == [4, 5, 6])
        _ = try bench.execute(.deleteHistory(before: Date.distantFuture))
        #expect(
            Fixture.failure { _ = try bench.transactions(after: all[4].token) }?.code
                == NSPersistentHistoryTokenExpiredError)
        #expect(try bench.transactions(after: all[5].token).isEmpty)
    }

    @Test func `A token of another store, or one that knows more than there is, is refused with a sentence`() throws {
        let (bench, other) = (try bench(), try bench())
        let foreign = try #require(other.token)
        for body in [
            { _ = try bench.transactions(after: foreign) }, { _ = try bench.execute(.deleteHistory(before: foreign)) },
        ] as [() throws -> Void] {
            let failure = Fixture.failure(body)
            #expect(failure?.code == NSPersistentHistoryTokenExpiredError)
            #expect(failure?.sentence.contains("other stores") == true)
        }
        #expect(try numbers(bench) == [1, 2, 3, 4, 5, 6])
        let identifier = try #require(bench.company.coordinator.persistentStores[0].identifier)
        let failure = Fixture.failure { _ = try bench.transactions(after: NSPersistentHistoryToken([identifier: 99])) }
        #expect(failure?.code == NSPersistentHistoryTokenExpiredError)
        #expect(failure?.sentence.contains("older copy") == true)
    }

    @Test func `An archive that is no token's gives none`() throws {
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        coder.encode(NSDictionary(dictionary: ["a": "b"]), forKey: "storeTokens")
        let reader = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
        #expect(NSPersistentHistoryToken(coder: reader) == nil)
    }
}
