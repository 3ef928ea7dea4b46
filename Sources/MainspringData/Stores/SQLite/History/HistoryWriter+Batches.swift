internal import Foundation
internal import MainspringModel

/// Changes of many rows at once.
extension HistoryWriter {
    /// Writes down changes of the rows that a `SELECT` gives: the number of the entity, the key, and what is preserved.
    func write(
        _ type: NSPersistentHistoryChangeType, _ rows: SQLText, columns: Data?, tombstones: Int, transaction: Int64
    ) throws(SQLiteFailure) {
        let last = try numbers.last(.change)
        let names = (0..<tombstones).map { ", \(HistoryForm.tombstone($0))" }.joined()
        let places = (0..<tombstones).map { ", t\($0)" }.joined()
        // Names for the columns of whatever the `SELECT` gives.
        let source = "changed(entity, key\(places)) AS (\(rows.text))"
        let statement = try connection.prepare(
            """
            WITH \(source) INSERT INTO \(HistoryForm.changeTable) \
            (Z_PK, Z_ENT, ZCHANGETYPE, ZTRANSACTIONID, ZCOLUMNS, ZENTITY, ZENTITYPK\(names)) \
            SELECT ? + row_number() OVER (), \(HistoryForm.changeNumber), \(type.rawValue), ?, ?, entity, key\(places) FROM changed
            """)
        try statement.bind(rows.bindings)
        let next = rows.bindings.count + 1
        try statement.bind(last, at: next)
        try statement.bind(transaction, at: next + 1)
        try statement.bind(columns.map { .blob($0) } ?? .null, at: next + 2)
        try statement.run()
        let count = connection.changeCount
        if count > 0 { try numbers.setLast(last + Int64(count), .change) }
    }

    /// Takes a transaction out again that has no changes.
    /// - Returns: whether it has some.
    func keepIfUsed(_ transaction: Int64) throws(SQLiteFailure) -> Bool {
        let used = try connection.cached("SELECT 1 FROM \(HistoryForm.changeTable) WHERE ZTRANSACTIONID = ? LIMIT 1")
        defer { used.reset() }
        try used.bind(transaction, at: 1)
        if try used.step() { return true }
        let row = try connection.cached("DELETE FROM \(HistoryForm.transactionTable) WHERE Z_PK = ?")
        try row.bind(transaction, at: 1)
        try row.run()
        try numbers.setLast(transaction - 1, .transaction)
        return false
    }

    /// The bits of changed properties.
    func columns(_ slots: [Int], of table: EntityTable) -> Data? {
        guard let place = history.place(number: table.number) else { return nil }
        let known = history.bits[Int(place)]
        var bytes = [UInt8](repeating: 0, count: known.byteCount)
        for slot in slots { HistoryBits.set(known.ofSlots[slot], &bytes) }
        return Data(bytes)
    }

    /// The columns of what is preserved; of data that may lie in files those that lie in the row.
    func tombstones(of table: EntityTable) -> [SQLText] {
        (tombstones.columns(table) ?? []).map { column in
            guard case .external = column.form else { return "\(name: column.name)" }
            return "CASE hex(substr(\(name: column.name), 1, 1)) WHEN '01' THEN substr(\(name: column.name), 2) END"
        }
    }
}
