internal import Foundation

/// What the statements of a store, and the triggers in its file, may call.
package enum StoreFunctions {
    /// Each connection knows them.
    package static var functions: [SQLiteFunction] { QueryFunctions.all + batchFunctions + triggerFunctions }
    package static var collations: [SQLiteCollation] { QueryFunctions.collations }

    /// What batches call of what expressions give.
    private static var batchFunctions: [SQLiteFunction] { [LongDataForms.marking, ValueLimits.refusal] }

    /// What the triggers call by which Apple's framework derives attributes, and tells itself of it.
    private static var triggerFunctions: [SQLiteFunction] {
        // Apple's framework notes the new values of objects here; they are read from the file again.
        let notes = [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
            "NSCoreDataTriggerUpdateAffectedObjectValue",
        ].map { SQLiteFunction($0, argumentCount: -1, isDeterministic: false) { _ in .null } }
        let now = SQLiteFunction("NSCoreDataNow", argumentCount: 0, isDeterministic: false) { _ in
            .real(Date().timeIntervalSinceReferenceDate)
        }
        return notes + [now]
    }
}
