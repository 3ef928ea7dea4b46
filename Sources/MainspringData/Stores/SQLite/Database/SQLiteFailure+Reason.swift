internal import Foundation

/// The wording of SQLite's failures in errors of stores, as ``FileFailure`` has one for files.
extension SQLiteFailure {
    /// The reason and the remedy, to stand behind the colon of an error's sentence.
    /// - Parameter advice: The remedy unless the failure has one that holds for every operation on a store.
    func reason(advice: String) -> String {
        if isForeignChange {
            "another program has changed its files. Remove the store from its coordinator, restore the files, and add it again."
        } else if isFull {
            "the disk is full. Make room on it."
        } else if hasNoDescriptor {
            DescriptorShortage.clause
        } else if isDamage {
            "it is damaged. Restore the file from a copy."
        } else if isBusy {
            "another process has it locked. Try again when that is done, or wait longer by NSPersistentStoreTimeoutOption."
        } else {
            "\(message). \(advice)"
        }
    }
}
