/// What came of a batch insert.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// A `Bool`, an `Int` or an array of `NSManagedObjectID`, by the result type.
    public final let result: Any?
    /// What was asked for.
    public final let resultType: NSBatchInsertRequestResultType

    init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}

/// What came of a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// A `Bool`, an `Int` or an array of `NSManagedObjectID`, by the result type.
    public final let result: Any?
    /// What was asked for.
    public final let resultType: NSBatchUpdateRequestResultType

    init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}

/// What came of a batch delete.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// A `Bool`, an `Int` or an array of `NSManagedObjectID`, by the result type.
    public final let result: Any?
    /// What was asked for.
    public final let resultType: NSBatchDeleteRequestResultType

    init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}
