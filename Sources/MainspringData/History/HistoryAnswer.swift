internal import Foundation

/// What a request finds in a history: transactions, and changes, each in its own order.
struct HistoryAnswer {
    struct Change {
        let row: HistoryRow
        let record: HistoryRecord
    }

    let transactions: [HistoryRecord]
    let changes: [Change]

    init(transactions: [HistoryRecord], changes: [Change]) {
        (self.transactions, self.changes) = (transactions, changes)
    }

    /// Transactions with all of their changes, in their order.
    init(_ records: [HistoryRecord]) {
        self.init(
            transactions: records,
            changes: records.flatMap { record in record.rows.map { Change(row: $0, record: record) } })
    }

    /// The same where some were left: each transaction with what is known of other stores by it and those before it alone.
    /// - Parameter begin: what is known before the first, by the stores' identifiers.
    func beside(_ begin: [String: Int64]) -> HistoryAnswer {
        var known = begin
        var records: [ObjectIdentifier: HistoryRecord] = [:]
        let transactions = transactions.map { record in
            let own = record.store.identifier
            let new = record.beside(known.filter { $0.key != own })
            known[own] = max(known[own] ?? 0, record.number)
            records[ObjectIdentifier(record)] = new
            return new
        }
        return HistoryAnswer(
            transactions: transactions,
            changes: changes.map { Change(row: $0.row, record: records[ObjectIdentifier($0.record)] ?? $0.record) })
    }

    /// What comes out of a request, as its type of results says.
    func result(as type: NSPersistentHistoryResultType) -> Any {
        switch type {
        case .statusOnly: true
        case .count: changes.count
        case .objectIDs: identities
        case .transactionsOnly: transactions.map { NSPersistentHistoryTransaction($0, hasChanges: false) }
        case .transactionsAndChanges: transactions.map { NSPersistentHistoryTransaction($0, hasChanges: true) }
        case .changesOnly: changes.map { NSPersistentHistoryChange($0.row, of: $0.record, isAlone: true) }
        }
    }

    /// Those of the changed objects, each once, in the order in which they come first.
    private var identities: [NSManagedObjectID] {
        var seen: Set<ObjectKey> = []
        return changes.compactMap { change in
            let identity = change.row.identity(in: change.record.store)
            return seen.insert(identity.key).inserted ? identity : nil
        }
    }
}
