import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// A company whose store keeps a history, in a file.
struct HistoryBench {
    let scratch = Scratch()
    let company: Company
    var url: URL { scratch.url("company.sqlite") }

    static var tracking: [AnyHashable: Any] {
        [NSPersistentHistoryTrackingKey: NSNumber(value: true)]
    }

    init(
        options: [AnyHashable: Any] = [:], rules: [String: NSDeleteRule] = [:], ordered: Set<String> = [],
        unique: [String: [[String]]] = [:],
        adding: ((NSManagedObjectModel, [String: NSEntityDescription]) -> Void)? = nil
    ) throws {
        company = Company(kind: .inMemory, rules: rules, ordered: ordered, unique: unique, adding: adding)
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
        try open(Self.tracking.merging(options) { $1 })
    }

    func open(_ options: [AnyHashable: Any]? = nil) throws {
        try company.coordinator.addPersistentStore(type: .sqlite, at: url, options: options ?? Self.tracking)
    }

    func close() throws {
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
    }

    func context(author: String? = nil, name: String? = nil) -> NSManagedObjectContext {
        let context = company.context()
        context.transactionAuthor = author
        context.name = name
        return context
    }

    func rows(_ query: String) throws -> [String] { try Fixture.rows(url, query) }

    func execute(_ request: NSPersistentHistoryChangeRequest) throws -> Any? {
        try (context().execute(request) as? NSPersistentHistoryResult)?.result
    }

    /// All transactions after a token.
    func transactions(after token: NSPersistentHistoryToken? = nil) throws -> [NSPersistentHistoryTransaction] {
        try execute(.fetchHistory(after: token)) as? [NSPersistentHistoryTransaction] ?? []
    }

    /// What the last transaction says, a line for each change: type, entity and number, and the changed properties.
    func last() throws -> [String] { try transactions().last.map(Self.lines) ?? [] }

    static func lines(_ transaction: NSPersistentHistoryTransaction) -> [String] {
        (transaction.changes ?? []).map { change in
            let key = change.changedObjectID.uriRepresentation().lastPathComponent
            let names = change.updatedProperties.map { " \($0.map(\.name).sorted().joined(separator: ","))" } ?? ""
            return "\(change.changeType) \(change.changedObjectID.entity.name ?? "") \(key)\(names)"
        }
    }

    var token: NSPersistentHistoryToken? { company.coordinator.currentPersistentHistoryToken(fromStores: nil) }
}
