internal import Foundation
internal import MainspringModel

/// Writes down what a transaction changes, in that very transaction: it is in the history if it is in the file.
///
/// Used by whoever has the writing connection, which it belongs to.
final class HistoryWriter {
    let history: FileHistory
    private let schema: StoreSchema
    let connection: SQLiteConnection
    let tombstones: HistoryTombstones
    /// The bits of an update.
    private var bits: [UInt8] = []

    private var form: HistoryForm { history.form }
    var numbers: HistoryNumbers { HistoryNumbers(connection) }

    /// - Parameter external: gives data that lie in a file beside the store, by what stands in the column.
    init(
        _ history: FileHistory, _ schema: StoreSchema, _ connection: SQLiteConnection,
        external: @escaping (Data) throws -> Data?
    ) {
        (self.history, self.schema, self.connection) = (history, schema, connection)
        tombstones = HistoryTombstones(history, connection, external: external)
    }

    // MARK: A save

    /// What is to be known of objects before they are deleted.
    func preserve(_ deleted: [ObjectChange]) throws -> HistoryTombstones.Values {
        guard form.tombstoneCount > 0, !deleted.isEmpty else { return [:] }
        return try tombstones.read(deleted, schema)
    }

    /// Writes a save down: what it has inserted, then what it has changed, then what it has deleted.
    /// - Parameters:
    ///   - absent: were deleted already.
    ///   - preserved: what ``preserve(_:)`` has returned.
    /// - Returns: the transaction's number; nil where nothing was changed.
    func write(
        _ changes: ChangeSet, absent: Set<ObjectKey>, preserved: HistoryTombstones.Values
    ) throws -> Int64? {
        guard !changes.inserted.isEmpty || !changes.updated.isEmpty || changes.deleted.count > absent.count else {
            return nil
        }
        let transaction = try begin(changes.origin)
        var next = try numbers.last(.change) + 1
        let statement = try changeStatement()
        try statement.bind(transaction, at: 5)
        try write(changes.inserted, .insert, statement, &next) { _, _ in }
        try write(changes.updated, .update, statement, &next, bindColumns)
        let deleted = absent.isEmpty ? changes.deleted : changes.deleted.filter { !absent.contains($0.key) }
        try write(deleted, .delete, statement, &next) { [form] change, _ throws(SQLiteFailure) in
            let values = preserved[change.key] ?? []
            for number in 0..<form.tombstoneCount {
                try statement.bind(number < values.count ? values[number] : .null, at: 7 + number)
            }
        }
        statement.clear()
        try numbers.setLast(next - 1, .change)
        return transaction
    }

    private func write(
        _ changes: [ObjectChange], _ type: NSPersistentHistoryChangeType, _ statement: SQLiteStatement,
        _ next: inout Int64, _ bindMore: (ObjectChange, EntityTable) throws(SQLiteFailure) -> Void
    ) throws {
        var last: EntityTable?
        try statement.bind(Int64(type.rawValue), at: 2)
        for index in changes.indices {
            let layout = changes[index].row.layout
            if last?.layout !== layout { last = schema.table(of: layout) }
            guard let table = last else { continue }
            try statement.bind(next, at: 1)
            try statement.bind(table.number, at: 3)
            try statement.bind(changes[index].key.key, at: 4)
            if type != .insert { try bindMore(changes[index], table) }
            try statement.run()
            next += 1
        }
        guard type == .update else { return }
        try statement.bindNull(at: 6)
    }

    /// The bits of what an update has changed.
    private func bindColumns(_ change: ObjectChange, _ table: EntityTable) throws(SQLiteFailure) {
        guard let place = history.place(number: table.number), let statement = changes else { return }
        let known = history.bits[Int(place)]
        bits.removeAll(keepingCapacity: true)
        bits.append(contentsOf: repeatElement(0, count: known.byteCount))
        let (memory, former) = (change.row.memory, change.previous?.memory)
        var number = 0
        for binding in table.bindings {
            if former.map({ !memory.isSame(binding.place, as: $0) }) ?? true {
                HistoryBits.set(known.ofColumns[number], &bits)
            }
            number += 1
        }
        for members in change.members { HistoryBits.set(known.ofSlots[members.slot], &bits) }
        try statement.bind(Data(bits), at: 6)
    }

    /// The statement for a change: number, type, entity, key, transaction, columns, and what is preserved.
    private func changeStatement() throws(SQLiteFailure) -> SQLiteStatement {
        if let changes { return changes }
        let tombstones = (0..<form.tombstoneCount).map { HistoryForm.tombstone($0) }
        let names = ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"] + tombstones
        let made = try connection.prepare(
            """
            INSERT INTO \(HistoryForm.changeTable) (\(names.joined(separator: ", ")), Z_ENT) \
            VALUES (\(names.map { _ in "?" }.joined(separator: ", ")), \(HistoryForm.changeNumber))
            """)
        changes = made
        return made
    }
    private var changes: SQLiteStatement?

    // MARK: A transaction

    /// Writes a transaction down, without its changes.
    /// - Returns: its number.
    func begin(_ origin: SaveOrigin) throws(SQLiteFailure) -> Int64 {
        let number = try numbers.last(.transaction) + 1
        let texts: [(HistoryForm.Text, String?)] = [
            (.author, origin.author), (.contextName, origin.contextName), (.bundleID, ProgramName.identifier),
            (.processID, ProgramName.process),
        ]
        let columns = texts.map { form.sharesTexts ? $0.0.reference : $0.0.rawValue }.joined(separator: ", ")
        let statement = try connection.cached(
            """
            INSERT INTO \(HistoryForm.transactionTable) (Z_PK, Z_ENT, ZTIMESTAMP, \(columns)) \
            VALUES (?, \(HistoryForm.transactionNumber), ?, ?, ?, ?, ?)
            """)
        try statement.bind(number, at: 1)
        try statement.bind(Date().timeIntervalSinceReferenceDate, at: 2)
        for (index, (_, text)) in texts.enumerated() {
            guard let text else {
                try statement.bindNull(at: 3 + index)
                continue
            }
            if form.sharesTexts {
                try statement.bind(try sharedText(text), at: 3 + index)
            } else {
                try statement.bind(text, at: 3 + index)
            }
        }
        try statement.run()
        try numbers.setLast(number, .transaction)
        return number
    }

    /// The number of a text's row, which is made if there is none.
    private func sharedText(_ text: String) throws(SQLiteFailure) -> Int64 {
        let known = try connection.cached("SELECT Z_PK FROM \(HistoryForm.textTable) WHERE ZNAME = ?")
        defer { known.reset() }
        try known.bind(text, at: 1)
        if try known.step() { return known.integer(0) }
        let number = try numbers.last(.text) + 1
        let row = try connection.cached(
            "INSERT INTO \(HistoryForm.textTable) (Z_PK, Z_ENT, ZNAME) VALUES (?, \(HistoryForm.textNumber), ?)")
        try row.bind(number, at: 1)
        try row.bind(text, at: 2)
        try row.run()
        try numbers.setLast(number, .text)
        return number
    }
}

/// What a history calls the program.
private enum ProgramName {
    static let process = ProcessInfo.processInfo.processName
    static let identifier = Bundle.main.bundleIdentifier ?? process
}
