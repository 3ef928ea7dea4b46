/// What comes of a request about the history, with Apple's raw values.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether it succeeded: a `Bool`.
    case statusOnly = 0
    /// The identities of the changed objects: an array of `NSManagedObjectID`, each once.
    case objectIDs = 1
    /// How many changes there are: an `Int`.
    case count = 2
    /// An array of ``NSPersistentHistoryTransaction`` without their changes.
    case transactionsOnly = 3
    /// An array of ``NSPersistentHistoryChange`` without their transactions.
    case changesOnly = 4
    /// An array of ``NSPersistentHistoryTransaction`` with their changes.
    case transactionsAndChanges = 5
}

/// What came of a request about the history.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// What ``resultType`` says.
    public final let result: Any?
    /// What was asked for; of a deletion `statusOnly`.
    public final let resultType: NSPersistentHistoryResultType

    init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
        (self.result, self.resultType) = (result, resultType)
    }
}
