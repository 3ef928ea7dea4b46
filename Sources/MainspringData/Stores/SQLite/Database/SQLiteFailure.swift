internal import CSQLite
internal import Foundation

/// What SQLite says has gone wrong.
package struct SQLiteFailure: Error, Sendable {
    /// SQLite's extended result code; its lower eight bits are the code itself.
    let code: Int32
    /// SQLite's words for it.
    let message: String
    let path: String
    /// What was to be done.
    let statement: String?
    /// True if a file could not be opened because all file descriptors are in use.
    var hasNoDescriptor = false

    /// SQLite's result code without its extension.
    package var primaryCode: Int32 { code & 0xFF }

    /// Whether somebody else has the file locked.
    var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// Whether a value that must not come twice did.
    var isUniqueness: Bool { code == csqlite_constraint_unique || code == csqlite_constraint_primary_key }

    /// Whether the file is broken, or none of SQLite's.
    var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    /// Whether there is no room left.
    ///
    /// SQLite reports some full disks as an input or output error, such as that a `-shm` file cannot grow.
    var isFull: Bool {
        primaryCode == SQLITE_FULL
            || [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primaryCode) && DiskSpace.isLacking(at: path)
    }

    /// Whether another program has removed, replaced, overwritten or cut the file.
    var isForeignChange: Bool { code == csqlite_readonly_moved }

    /// Whether it was cancelled, or took more steps than it may.
    var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }
}

extension SQLiteFailure: LocalizedError, CustomStringConvertible {
    /// What has gone wrong, in a sentence.
    package var description: String {
        "SQLite cannot \(statement.map { "run “\($0)”" } ?? "work") on \(path): \(message) (\(code))."
    }

    var errorDescription: String? { description }

    /// The error for a user of the store, of one of its codes, with SQLite's own below it.
    /// - Parameter advice: says what was wanted and what to do.
    func storeError(_ storeCode: Int, _ advice: String) -> NSError {
        let own = NSError(
            domain: NSSQLiteErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: description])
        return CoreDataError.make(
            storeCode, "\(advice) SQLite says: \(message) (\(code)).",
            userInfo: [NSFilePathErrorKey: path, NSSQLiteErrorDomain: Int(primaryCode)], underlying: own)
    }
}
