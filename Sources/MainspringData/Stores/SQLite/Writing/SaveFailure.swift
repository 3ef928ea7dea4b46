internal import CSQLite
internal import Foundation

/// What is said of a save that SQLite did not do. Nothing of it is in the file.
enum SaveFailure {
    static func error(_ failure: SQLiteFailure) -> any Error {
        let path = failure.path
        return switch failure.primaryCode {
        case _ where failure.isForeignChange:
            failure.storeError(
                NSPersistentStoreSaveError,
                "Nothing was saved into \(path): another program has changed its files. Remove the store from its coordinator, "
                    + "restore the files, and add it again.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            failure.storeError(
                NSPersistentStoreTimeoutError,
                "Nothing was saved into \(path): another process has been writing all the time. Save again, or give the store a "
                    + "longer NSPersistentStoreTimeoutOption.")
        case _ where failure.isFull:
            failure.storeError(
                NSPersistentStoreSaveError,
                "Nothing was saved into \(path): the disk is full. Make room, and save again.")
        case SQLITE_CANTOPEN where failure.hasNoDescriptor:
            failure.storeError(
                NSPersistentStoreSaveError, "Nothing was saved into \(path): \(DescriptorShortage.clause)")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH:
            failure.storeError(
                NSPersistentStoreSaveError,
                "Nothing was saved into \(path): the file or its folder cannot be written. Check the permissions, and save again."
            )
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            failure.storeError(
                NSPersistentStoreSaveError,
                "Nothing was saved into \(path): the file is damaged. Copy what can be read into a new store.")
        case SQLITE_INTERRUPT:
            failure.storeError(
                NSPersistentStoreSaveError,
                "Nothing was saved into \(path): a trigger of the file does not come to an end. Drop the trigger, and save again."
            )
        case SQLITE_TOOBIG:
            failure.storeError(
                NSPersistentStoreSaveError,
                "Nothing was saved into \(path): a text, data, or all that an object has together is longer than SQLite takes, "
                    + "a thousand million bytes. Save it in parts, or let the attribute's data lie in external files.")
        default:
            failure.storeError(
                NSPersistentStoreSaveError, "Nothing was saved into \(path). The changes are still in the context.")
        }
    }
}
