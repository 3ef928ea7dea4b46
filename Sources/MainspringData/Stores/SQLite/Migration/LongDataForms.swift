internal import Foundation

/// What data become when their attribute begins or ends to allow files beside the store: functions for statements.
enum LongDataForms {
    static let markingName = "MainspringMarkedData"
    static let gatheringName = "MainspringGatheredData"

    /// Each connection knows it: a batch marks what an expression gives.
    static let marking = SQLiteFunction(markingName, argumentCount: 1) { arguments in
        guard !arguments.isNull(0) else { return .null }
        return .blob(ExternalFiles.inlineColumn(arguments.withBytes(0) { Data($0) }))
    }

    static func gathering(_ files: ExternalFiles) -> SQLiteFunction {
        SQLiteFunction(gatheringName, argumentCount: 1, isDeterministic: false) { arguments in
            guard !arguments.isNull(0) else { return .null }
            return .blob(try files.data(arguments.withBytes(0) { Data($0) }))
        }
    }

    /// What a marked column has of data that are not marked.
    static func marking(_ data: SQLText) -> SQLText { "\(name: markingName)(\(data))" }
}
