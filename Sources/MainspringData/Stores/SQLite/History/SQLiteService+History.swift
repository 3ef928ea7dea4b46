internal import Foundation
internal import MainspringModel

/// The history of a store: what is asked of it, and that what is old in it be forgotten.
extension SQLiteService {
    func historyRecords(for request: NSPersistentHistoryChangeRequest) throws -> [HistoryRecord]? {
        guard let history else { return nil }
        if request.isDeletion {
            try deleteHistory(before: request.place, history)
            return []
        }
        let needsChanges = request.resultType != .transactionsOnly || request.fetchRequest != nil
        return try reading(history) { try $0.records(after: request.place, hasChanges: needsChanges) }
    }

    func lastHistoryNumber() throws -> Int64? {
        try history.map { try reading($0) { try $0.lastNumber() } }
    }

    private func reading<Result>(_ history: FileHistory, _ body: (HistoryReader) throws -> Result) throws -> Result {
        let store = HistoryStore(number: number, identifier: identifier, entities: history.entities)
        do {
            return try database.readers.read { transaction in
                try body(HistoryReader(history: history, store: store, connection: transaction.connection))
            }
        } catch let failure as SQLiteFailure {
            throw failure.storeError(
                NSPersistentStoreOperationError, "The history of the store at \(database.path) cannot be read.")
        }
    }

    /// The store's identifier as the coordinator knows it.
    private var identifier: String { StoreNumbers.store(number)?.identifier ?? "" }

    private func deleteHistory(before place: NSPersistentHistoryChangeRequest.Place, _ history: FileHistory) throws {
        try write { transaction in
            guard let first = try firstKept(place, transaction.connection) else { return }
            for (table, column) in [
                (HistoryForm.changeTable, "ZTRANSACTIONID"), (HistoryForm.transactionTable, "Z_PK"),
            ] {
                let statement = try transaction.connection.prepare("DELETE FROM \(table) WHERE \(column) < ?")
                try statement.bind(first, at: 1)
                try statement.run()
            }
        }
    }

    /// The first transaction that stays; nil if all stay.
    private func firstKept(
        _ place: NSPersistentHistoryChangeRequest.Place, _ connection: SQLiteConnection
    ) throws -> Int64? {
        switch place {
        case .token(let token):
            guard let token, let position = token.positions[identifier] else { return nil }
            let last = try HistoryNumbers(connection).last(.transaction)
            guard position <= last else {
                throw CoreDataError.make(
                    NSPersistentHistoryTokenExpiredError,
                    "Nothing was deleted in \(database.path): the token \(token) knows more than the history, which ends with transaction "
                        + "\(last). An older copy was put in the store's place; delete what lies before currentPersistentHistoryToken.",
                    userInfo: [NSFilePathErrorKey: database.path])
            }
            return position
        case .date(let date):
            let statement = try connection.prepare(
                "SELECT min(Z_PK) FROM \(HistoryForm.transactionTable) WHERE ZTIMESTAMP >= ?")
            try statement.bind(date.timeIntervalSinceReferenceDate, at: 1)
            return try statement.step() && !statement.isNull(0) ? statement.integer(0) : .max
        }
    }
}
