internal import CSQLite
internal import Foundation

/// What is said of a question that SQLite did not answer.
package enum ReadFailure {
    package static func error(_ failure: SQLiteFailure) -> any Error {
        let begin = "Objects cannot be read from \(failure.path)"
        return switch failure.primaryCode {
        case _ where failure.isForeignChange:
            failure.storeError(NSPersistentStoreOperationError, "\(begin): \(failure.reason(advice: ""))")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            failure.storeError(
                CocoaError.Code.fileReadCorruptFile.rawValue,
                "\(begin): the file is damaged. Restore it, or copy what can be read into a new store.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            failure.storeError(
                NSPersistentStoreTimeoutError,
                "\(begin): somebody else is writing, and the store has no write-ahead log. Try again, or open it with the "
                    + "journal mode WAL.")
        case SQLITE_INTERRUPT:
            failure.storeError(CocoaError.Code.userCancelled.rawValue, "\(begin): it was interrupted.")
        case SQLITE_NOMEM, SQLITE_TOOBIG:
            failure.storeError(
                NSPersistentStoreOperationError,
                "\(begin): there is not enough memory for it. Ask for fewer objects at once.")
        case SQLITE_CANTOPEN where failure.hasNoDescriptor:
            failure.storeError(NSPersistentStoreOperationError, "\(begin): \(DescriptorShortage.clause)")
        case SQLITE_ERROR:
            failure.storeError(
                NSPersistentStoreOperationError,
                "\(begin): \(failure.message). Change the predicate or the sort descriptors of the request.")
        default:
            failure.storeError(
                NSPersistentStoreOperationError,
                "\(begin): \(failure.message). Check that the file exists and was not changed since the store was opened."
            )
        }
    }
}
