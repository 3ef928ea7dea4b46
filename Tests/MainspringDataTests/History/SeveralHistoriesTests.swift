import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// A coordinator with several stores, each of which keeps a history.
@Suite struct SeveralHistoriesTests {
    /// Two stores, and one in memory that keeps none.
    private func bench() throws -> (bench: HistoryBench, stores: [NSPersistentStore]) {
        let bench = try HistoryBench()
        let second = try bench.company.coordinator.addPersistentStore(
            type: .sqlite, at: bench.scratch.url("second.sqlite"), options: HistoryBench.tracking)
        _ = try bench.company.coordinator.addPersistentStore(type: .inMemory, at: bench.scratch.url("none"))
        return (bench, [bench.company.coordinator.persistentStores[0], second])
    }

    private func save(_ titles: [String], into store: NSPersistentStore, _ bench: HistoryBench) throws {
        for title in titles {
            let context = bench.context(author: title)
            context.assign(bench.company.make("Person", title, in: context), to: store)
            try context.save()
        }
    }

    /// As the documentation says to follow a history; which transactions came.
    private func follow(_ token: inout NSPersistentHistoryToken?, _ bench: HistoryBench) throws -> [String] {
        try bench.transactions(after: token).map { transaction in
            token = transaction.token
            return transaction.author ?? ""
        }
    }

    @Test func `Whoever goes on from the last transaction's token gets each transaction of each store once`() throws {
        let (bench, stores) = try bench()
        var token: NSPersistentHistoryToken?
        try save(["a1", "a2"], into: stores[0], bench)
        #expect(try follow(&token, bench) == ["a1", "a2"])
        try save(["b1"], into: stores[1], bench)
        #expect(try follow(&token, bench) == ["b1"])
        try save(["b2", "b3"], into: stores[1], bench)
        try save(["a3"], into: stores[0], bench)
        #expect(try follow(&token, bench) == ["a3", "b2", "b3"])
        #expect(try follow(&token, bench) == [])
        #expect(token == bench.token)
    }

    @Test func `Whoever stops in the midst of a result goes on behind it`() throws {
        let (bench, stores) = try bench()
        try save(["a1", "a2"], into: stores[0], bench)
        try save(["b1", "b2"], into: stores[1], bench)
        let all = ["a1", "a2", "b1", "b2"]
        for stop in all.indices {
            let token = try bench.transactions()[stop].token
            #expect(try bench.transactions(after: token).map(\.author) == Array(all[(stop + 1)...]))
        }
        // From a date on, too, before which something lies in one of them.
        let later = try bench.transactions()[1].timestamp.addingTimeInterval(-1e-7)
        let found = try bench.execute(.fetchHistory(after: later)) as? [NSPersistentHistoryTransaction] ?? []
        #expect(found.map(\.author).contains("a2"))
        var token: NSPersistentHistoryToken? = found.first?.token
        #expect(try follow(&token, bench) == Array(found.map { $0.author ?? "" }.dropFirst()))
    }

    @Test func `Of a store that a token does not name everything comes`() throws {
        let (bench, stores) = try bench()
        try save(["a1", "a2"], into: stores[0], bench)
        try save(["b1"], into: stores[1], bench)
        let first = NSPersistentHistoryToken([try #require(stores[0].identifier): 1])
        #expect(try bench.transactions(after: first).map(\.author) == ["a2", "b1"])
        #expect(throws: CocoaError.self) { try bench.transactions(after: NSPersistentHistoryToken(["other": 1])) }
    }

    @Test func `A request is about the stores that it names, and of these about those that its fetch request names`()
        throws
    {
        let (bench, stores) = try bench()
        try save(["a1", "a2"], into: stores[0], bench)
        try save(["b1"], into: stores[1], bench)
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        func authors() throws -> [String?]? {
            (try bench.execute(request) as? [NSPersistentHistoryTransaction])?.map(\.author)
        }
        #expect(try authors() == ["a1", "a2", "b1"])
        fetch.affectedStores = [stores[1]]
        #expect(try authors() == ["b1"])
        request.affectedStores = stores
        #expect(try authors() == ["b1"])
        fetch.affectedStores = nil
        request.affectedStores = [stores[0]]
        #expect(try authors() == ["a1", "a2"])
        fetch.affectedStores = [stores[1]]
        #expect(Fixture.failure { _ = try authors() }?.code == NSPersistentStoreUnsupportedRequestTypeError)
        fetch.affectedStores = nil
        request.affectedStores = nil
        fetch.sortDescriptors = [NSSortDescriptor(key: "author", ascending: false)]
        fetch.fetchLimit = 2
        #expect(try authors() == ["b1", "a2"])
    }

    @Test func `A deletion before a transaction is one in its store, and before a token in those that it names`() throws
    {
        let (bench, stores) = try bench()
        try save(["a1", "a2", "a3"], into: stores[0], bench)
        try save(["b1", "b2"], into: stores[1], bench)
        let all = try bench.transactions()
        _ = try bench.execute(.deleteHistory(before: all[4]))
        #expect(try bench.transactions().map(\.author) == ["a1", "a2", "a3", "b2"])
        _ = try bench.execute(.deleteHistory(before: NSPersistentHistoryToken([try #require(stores[0].identifier): 2])))
        #expect(try bench.transactions().map(\.author) == ["a2", "a3", "b2"])
        let failure = Fixture.failure {
            _ = try bench.execute(.deleteHistory(before: NSPersistentHistoryToken(["other": 9])))
        }
        #expect(failure?.code == NSPersistentHistoryTokenExpiredError)
        #expect(failure?.sentence.contains("nothing was deleted") == true)
        _ = try bench.execute(.deleteHistory(before: bench.token))
        #expect(try bench.transactions().map(\.author) == ["a3", "b2"])
    }

    @Test func `Tokens have the order of what they know`() throws {
        let (bench, stores) = try bench()
        try save(["a1", "a2"], into: stores[0], bench)
        try save(["b1", "b2"], into: stores[1], bench)
        let tokens = try bench.transactions().map(\.token)
        let current = try #require(bench.token)
        #expect(tokens[0] < tokens[1] && tokens[1] < tokens[2] && !(tokens[1] < tokens[1]))
        #expect(tokens[2] < current && !(tokens[3] < current) && !(current < tokens[3]))
        let (one, other) = (NSPersistentHistoryToken(["a": 1, "b": 2]), NSPersistentHistoryToken(["a": 2, "b": 1]))
        #expect(!(one < other) && !(other < one))
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        func chosen(_ format: String, _ token: NSPersistentHistoryToken) throws -> [String?] {
            fetch.predicate = NSPredicate(format: format, token)
            let found = try bench.execute(.fetchHistory(withFetch: fetch)) as? [NSPersistentHistoryTransaction]
            return try #require(found).map(\.author)
        }
        // What this one does not know: of the first store it knows everything.
        #expect(try chosen("token > %@", tokens[2]) == ["b2"])
        #expect(
            try chosen("token > %@", NSPersistentHistoryToken([try #require(stores[1].identifier): 1])) == [
                "a1", "a2", "b2",
            ])
        #expect(try chosen("token > %@", current) == [])
        #expect(try chosen("token <= %@", current) == ["a1", "a2", "b1", "b2"])
        #expect(try chosen("token == %@", tokens[3]) == ["b2"])
    }

    @Test(arguments: 1...4, ["timestamp", "author"])
    func `Whoever takes some at a time, in an order of his own, gets each transaction of each store once`(
        _ limit: Int, _ key: String
    ) throws {
        let (bench, stores) = try bench()
        let titles = ["t1", "t2", "t3", "t4", "t5"]
        for (number, title) in titles.enumerated() { try save([title], into: stores[1 - number % 2], bench) }
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.fetchLimit = limit
        fetch.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        var (seen, token): ([String], NSPersistentHistoryToken?) = ([], nil)
        for _ in titles {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            request.fetchRequest = fetch
            let found = try #require(try bench.execute(request) as? [NSPersistentHistoryTransaction])
            seen += found.map { $0.author ?? "" }
            token = found.last?.token ?? token
        }
        #expect(seen == titles)
    }

    @Test func `A deletion before a token that knows more than the history has deletes nothing`() throws {
        let bench = try HistoryBench()
        for title in ["a", "b"] { try save([title], into: bench.company.coordinator.persistentStores[0], bench) }
        let identifier = try #require(bench.company.coordinator.persistentStores[0].identifier)
        let failure = Fixture.failure {
            _ = try bench.execute(.deleteHistory(before: NSPersistentHistoryToken([identifier: 3])))
        }
        #expect(failure?.code == NSPersistentHistoryTokenExpiredError)
        #expect(failure?.sentence.contains("ends with transaction 2") == true)
        #expect(try bench.transactions().map(\.author) == ["a", "b"])
        _ = try bench.execute(.deleteHistory(before: NSPersistentHistoryToken([identifier: 2])))
        #expect(try bench.transactions().map(\.author) == ["b"])
    }
}
