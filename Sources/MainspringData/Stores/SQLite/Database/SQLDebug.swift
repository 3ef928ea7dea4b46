internal import CSQLite
internal import Diagnostics
internal import Foundation

/// Whether statements are printed with their times: by the launch argument `-com.apple.CoreData.SQLDebug 1`, or the
/// environment variable of that name; with 3 also the values that are bound.
enum SQLDebug {
    static let key = "com.apple.CoreData.SQLDebug"

    /// 0 prints nothing.
    static let level = level(
        arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment[key])

    /// What arguments say, like Foundation's user defaults; what the environment says without them.
    static func level(arguments: [String], environment: String?) -> Int {
        let place = arguments.lastIndex(of: "-" + key)
        let argument = place.flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        return max(0, ((argument ?? environment ?? "") as NSString).integerValue)
    }

    /// What is printed for a statement.
    static func lines(_ sql: String, nanoseconds: Int64) -> [String] {
        let seconds = String(format: "%.4f", Double(max(0, nanoseconds)) / 1e9)
        return ["CoreData: sql: \(sql)", "CoreData: annotation: sql execution time: \(seconds)s"]
    }

    /// Has a connection print its statements to standard error, each when it has ended.
    static func watch(_ connection: SQLiteConnection, level: Int = level) {
        guard level > 0 else { return }
        sqlite3_trace_v2(
            connection.pointer, UInt32(SQLITE_TRACE_PROFILE),
            { _, level, statement, nanoseconds in
                guard let statement = statement.map({ OpaquePointer($0) }) else { return 0 }
                let time = nanoseconds?.load(as: Int64.self) ?? 0
                let sql = SQLDebug.text(of: statement, hasValues: Int(bitPattern: level) >= 3)
                for line in SQLDebug.lines(sql, nanoseconds: time) { report(line) }
                return 0
            }, UnsafeMutableRawPointer(bitPattern: level))
    }

    private static func text(of statement: OpaquePointer, hasValues: Bool) -> String {
        if hasValues, let expanded = sqlite3_expanded_sql(statement) {
            defer { sqlite3_free(expanded) }
            return String(cString: expanded)
        }
        return sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    }
}
