internal import Foundation

/// What is said when a store is asked that nobody has any more.
enum StoreGone {
    static func error(_ what: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "The store in \(what) is gone: its coordinator was released, or has removed it. Keep the coordinator as long as "
                + "its contexts.")
    }
}
