internal import MainspringModel

/// The numbers that rows of a history get: each one once, whatever is deleted.
package struct HistoryNumbers {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// A table of a history, and the entity that `Z_PRIMARYKEY` counts its rows by.
    package enum Kind: CaseIterable {
        case change, transaction, text

        /// The entity's number.
        package var entity: Int64 {
            switch self {
            case .change: HistoryForm.changeNumber
            case .transaction: HistoryForm.transactionNumber
            case .text: HistoryForm.textNumber
            }
        }

        /// The entity's name in `Z_PRIMARYKEY`.
        package var name: String {
            switch self {
            case .change: "CHANGE"
            case .transaction: "TRANSACTION"
            case .text: "TRANSACTIONSTRING"
            }
        }

        package var table: String {
            switch self {
            case .change: HistoryForm.changeTable
            case .transaction: HistoryForm.transactionTable
            case .text: HistoryForm.textTable
            }
        }
    }

    /// The highest number that was given, also of what is deleted; 0 before the first.
    func last(_ kind: Kind) throws(SQLiteFailure) -> Int64 {
        let statement = try connection.cached(
            """
            SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), ifnull((SELECT max(Z_PK) FROM \(kind.table)), 0))
            """)
        defer { statement.reset() }
        try statement.bind(kind.entity, at: 1)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Numbers up to one are given.
    func setLast(_ number: Int64, _ kind: Kind) throws(SQLiteFailure) {
        let statement = try connection.cached("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
        try statement.bind(number, at: 1)
        try statement.bind(kind.entity, at: 2)
        try statement.run()
    }

    /// Gives all rows higher numbers.
    func shift(changes: Int64, transactions: Int64) throws(SQLiteFailure) {
        let (lastChange, lastTransaction) = (try last(.change), try last(.transaction))
        for (table, column, shift) in [
            (HistoryForm.changeTable, "Z_PK", changes), (HistoryForm.transactionTable, "Z_PK", transactions),
        ] {
            // SQLite changes row after row, and a key must be free when it is taken: by way of numbers below 0 it is.
            try connection.execute("UPDATE \(table) SET \(column) = -\(column) - \(shift)")
            try connection.execute("UPDATE \(table) SET \(column) = -\(column)")
        }
        try connection.execute(
            "UPDATE \(HistoryForm.changeTable) SET ZTRANSACTIONID = ZTRANSACTIONID + \(transactions)")
        try setLast(lastChange + changes, .change)
        try setLast(lastTransaction + transactions, .transaction)
    }
}
