internal import CSQLite
internal import Foundation

/// The table in which a file counts the keys of its objects: `Z_PRIMARYKEY`.
struct PrimaryKeys {
    /// A transaction that writes is open on it.
    let connection: SQLiteConnection

    /// Counts on, so that nobody else gets the keys.
    /// - Parameter count: at least 1.
    /// - Returns: nil if there are not so many more.
    func reserve(_ count: Int, _ table: EntityTable) throws(SQLiteFailure) -> ClosedRange<Int64>? {
        // Where somebody has put rows in without counting, their keys are taken all the same.
        let select = try connection.cached(
            "SELECT Z_MAX, (SELECT max(Z_PK) FROM \(SQLiteName.quoted(table.name))) FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
        defer { select.reset() }
        try select.bind(table.rootNumber, at: 1)
        guard try select.step() else {
            throw SQLiteFailure(
                code: SQLITE_CORRUPT, message: "Z_PRIMARYKEY has no row for the entity \(table.rootNumber)",
                path: connection.path, statement: nil)
        }
        let last = max(select.integer(0), select.integer(1), 0)
        let (end, overflows) = last.addingReportingOverflow(Int64(count))
        // There is always one behind the last.
        guard !overflows, end < .max else { return nil }
        select.reset()
        let update = try connection.cached("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
        try update.bind(end, at: 1)
        try update.bind(table.rootNumber, at: 2)
        try update.run()
        return last + 1...end
    }

    /// Counts on like `reserve`.
    /// - Throws: ``SQLiteFailure``; `CocoaError` 134030 if there are not so many more.
    func require(_ count: Int, _ table: EntityTable) throws -> ClosedRange<Int64> {
        if let keys = try reserve(count, table) { return keys }
        throw CoreDataError.make(
            NSPersistentStoreSaveError,
            "New objects cannot be saved into \(connection.path): its table \(table.name) has no more keys, since the highest that there "
                + "is has been given. Copy the objects into a new store.",
            userInfo: [NSFilePathErrorKey: connection.path])
    }

    /// Gives back keys that nobody has got, if nobody has counted on since.
    func giveBack(_ keys: ClosedRange<Int64>, _ table: EntityTable) throws(SQLiteFailure) {
        let update = try connection.cached("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?")
        try update.bind(keys.lowerBound - 1, at: 1)
        try update.bind(table.rootNumber, at: 2)
        try update.bind(keys.upperBound, at: 3)
        try update.run()
    }
}
