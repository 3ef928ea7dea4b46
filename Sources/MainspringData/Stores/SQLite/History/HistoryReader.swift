internal import Foundation
internal import MainspringModel

/// Reads a history out of a file.
package struct HistoryReader {
    let history: FileHistory
    let store: HistoryStore
    /// Reads one state of the file.
    let connection: SQLiteConnection

    package init(history: FileHistory, store: HistoryStore, connection: SQLiteConnection) {
        (self.history, self.store, self.connection) = (history, store, connection)
    }

    private var form: HistoryForm { history.form }

    /// The number of the last transaction that there ever was; 0 before the first.
    package func lastNumber() throws(SQLiteFailure) -> Int64 { try HistoryNumbers(connection).last(.transaction) }

    /// The number of the first transaction that is there; nil if there is none.
    func firstNumber() throws(SQLiteFailure) -> Int64? {
        let statement = try connection.cached("SELECT min(Z_PK) FROM \(HistoryForm.transactionTable)")
        defer { statement.reset() }
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    /// What lies behind a place.
    /// - Parameter hasChanges: whether changes are read, too.
    package func records(
        after place: NSPersistentHistoryChangeRequest.Place, hasChanges: Bool
    ) throws -> [HistoryRecord] {
        let heads: [HistoryRecord]
        switch place {
        case .date(let date):
            heads = try transactions("ZTIMESTAMP > ?", .real(date.timeIntervalSinceReferenceDate))
        case .token(let token):
            heads = try transactions("Z_PK > ?", .integer(try position(token)))
        }
        guard hasChanges, let first = heads.first?.number else { return heads }
        let rows = try changes(from: first, count: heads.count)
        return heads.map { head in rows[head.number].map { head.with($0) } ?? head }
    }

    // MARK: Tokens

    /// Up to where a token knows the store's history; 0 without one, and for one of other stores.
    /// - Throws: `CocoaError` 134301 for a token that has missed something.
    private func position(_ token: NSPersistentHistoryToken?) throws -> Int64 {
        guard let position = token?.positions[store.identifier], let token else { return 0 }
        let last = try lastNumber()
        guard position <= last else {
            throw expired(
                "The token \(token) knows more than the history of \(connection.path), which ends with transaction \(last): an older "
                    + "copy was put in the store's place. Read what you need anew, and go on from currentPersistentHistoryToken."
            )
        }
        let first = try firstNumber() ?? last + 1
        guard position >= first - 1 else {
            throw expired(
                "The history of \(connection.path) begins with transaction \(first), and the token \(token) knows it up to "
                    + "\(position): what lies between was deleted. Read what you need anew, and go on from "
                    + "currentPersistentHistoryToken.")
        }
        return position
    }

    private func expired(_ sentence: String) -> any Error {
        CoreDataError.make(
            NSPersistentHistoryTokenExpiredError, sentence, userInfo: [NSFilePathErrorKey: connection.path])
    }

    // MARK: Rows

    private func transactions(_ condition: String, _ value: SQLiteValue) throws(SQLiteFailure) -> [HistoryRecord] {
        let texts = HistoryForm.Text.allCases.map { text in
            form.sharesTexts
                ? "(SELECT ZNAME FROM \(HistoryForm.textTable) s WHERE s.Z_PK = t.\(text.reference))"
                : "t.\(text.rawValue)"
        }
        let statement = try connection.cached(
            """
            SELECT Z_PK, ZTIMESTAMP, \(texts.joined(separator: ", ")) FROM \(HistoryForm.transactionTable) t \
            WHERE \(condition) ORDER BY Z_PK
            """)
        defer { statement.reset() }
        try statement.bind(value, at: 1)
        // Mostly those of the row before.
        var last: [String?] = [nil, nil, nil, nil]
        var records: [HistoryRecord] = []
        while try statement.step() {
            for index in 0..<4 {
                let text = statement.isNull(2 + index) ? nil : statement.string(2 + index)
                if text != last[index] { last[index] = text }
            }
            records.append(
                HistoryRecord(
                    store, number: statement.integer(0),
                    timestamp: Date(timeIntervalSinceReferenceDate: statement.double(1)), bundleID: last[1] ?? "",
                    processID: last[3] ?? "", contextName: last[2], author: last[0], rows: []))
        }
        return records
    }

    /// The changes of transactions from one on, by their numbers.
    /// - Parameter count: how many transactions are wanted.
    private func changes(from first: Int64, count: Int) throws(SQLiteFailure) -> [Int64: [HistoryRow]] {
        let tombstones = (0..<form.tombstoneCount).map { ", \(HistoryForm.tombstone($0))" }.joined()
        // In the order of the table where much of it is read: the index leads to each row by itself.
        let isLarge = try lastNumber() - (try firstNumber() ?? 0) < Int64(count) * 4
        let statement = try connection.cached(
            """
            SELECT ZTRANSACTIONID, Z_PK, ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS\(tombstones) FROM \(HistoryForm.changeTable) \
            WHERE \(isLarge ? "+" : "")ZTRANSACTIONID >= ? ORDER BY Z_PK
            """)
        defer { statement.reset() }
        try statement.bind(first, at: 1)
        var all: [Int64: [HistoryRow]] = [:]
        var (rows, number): ([HistoryRow], Int64) = ([], 0)
        var (entity, place): (Int64, Int32?) = (0, nil)
        while try statement.step() {
            if statement.integer(0) != number {
                if !rows.isEmpty { all[number, default: []].append(contentsOf: rows) }
                (rows, number) = ([], statement.integer(0))
            }
            if statement.integer(2) != entity {
                entity = statement.integer(2)
                place = history.place(number: entity)
            }
            // Of an entity that the model does not have any more nobody could name the object.
            guard let place, let type = NSPersistentHistoryChangeType(rawValue: Int(statement.integer(4))) else {
                continue
            }
            rows.append(
                HistoryRow(
                    number: statement.integer(1), key: statement.integer(3), entity: place, type: type,
                    columns: type == .update && !statement.isNull(5) ? statement.data(5) : nil,
                    tombstone: type == .delete ? tombstone(statement) : nil))
        }
        if !rows.isEmpty { all[number, default: []].append(contentsOf: rows) }
        return all
    }

    private func tombstone(_ statement: SQLiteStatement) -> [SQLiteValue]? {
        guard (0..<form.tombstoneCount).contains(where: { !statement.isNull(6 + $0) }) else { return nil }
        return (0..<form.tombstoneCount).map { statement.value(6 + $0) }
    }
}
