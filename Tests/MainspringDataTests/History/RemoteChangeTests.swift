import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Notifications of commits.
@Suite struct RemoteChangeTests {
    private static var options: [AnyHashable: Any] {
        HistoryBench.tracking.merging(
            [NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: true)]) { $1 }
    }

    /// Waits for the next notification of a coordinator's that a condition holds of.
    private func next(
        from coordinator: NSPersistentStoreCoordinator,
        where isWanted: @escaping @Sendable (Notification) -> Bool = { _ in true },
        _ body: () throws -> Void
    ) async throws -> [AnyHashable: Any] {
        let (stream, notices) = AsyncStream<Handed<[AnyHashable: Any]>>.makeStream()
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { if isWanted($0) { notices.yield(Handed($0.userInfo ?? [:])) } }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
        for await notice in stream { return notice.value }
        return [:]
    }

    @Test func `A context's save is told, with the store and the place in its history`() async throws {
        let bench = try HistoryBench(options: Self.options)
        let context = bench.context()
        bench.company.make("Person", "Anna", in: context)
        let notice = try await next(from: bench.company.coordinator) { try context.save() }
        let store = bench.company.coordinator.persistentStores[0]
        #expect(notice[NSStoreUUIDKey] as? String == store.identifier)
        #expect(notice[NSPersistentStoreURLKey] as? URL == store.url)
        #expect(notice[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken == bench.token)
        try bench.close()
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `What another coordinator saves is told, and the next fetch sees it`(_ mode: String) async throws {
        let pragmas: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": mode]]
        let bench = try HistoryBench(options: Self.options.merging(pragmas) { $1 })
        let other = Company(kind: .inMemory)
        for store in other.coordinator.persistentStores { try other.coordinator.remove(store) }
        let store = try other.coordinator.addPersistentStore(
            type: .sqlite, at: bench.url, options: HistoryBench.tracking.merging(pragmas) { $1 })
        let context = other.context()
        other.make("Person", "Anna", in: context)
        let first = bench.token
        // A commit that reserves keys may be told before.
        let notice = try await next(
            from: bench.company.coordinator,
            where: { $0.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken != first }
        ) { try context.save() }
        #expect(notice[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken == bench.token)
        #expect(try bench.names("Person") == ["Anna"])
        // A batch is told as well.
        let update = NSBatchUpdateRequest(entityName: "Person")
        update.propertiesToUpdate = ["name": "Bea"]
        let token = bench.token
        _ = try await next(
            from: bench.company.coordinator,
            where: { $0.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken != token }
        ) { _ = try context.execute(update) }
        #expect(try bench.transactions(after: token).map(HistoryBench.lines) == [["update Person p1 name"]])
        try other.coordinator.remove(store)
        try bench.close()
    }

    @Test func `Without the option nothing is told`() throws {
        let bench = try HistoryBench()
        let service = try #require((bench.company.coordinator.persistentStores[0] as? SQLiteStore)?.opened)
        #expect(service.remote.withLock { $0 == nil })
    }
}
