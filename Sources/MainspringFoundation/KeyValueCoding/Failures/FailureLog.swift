internal import Diagnostics

/// Where failures go that nobody catches.
enum FailureLog {
    /// So many different ones are written.
    static var limit: Int { shared.limit }

    static let shared = OnceLog<String>(ending: "No further errors of key-value coding are written.")
}
