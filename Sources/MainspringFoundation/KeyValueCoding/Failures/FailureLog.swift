internal import Diagnostics
internal import Foundation

/// Writes sentences to standard error, each of them once.
final class FailureLog: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `written`.

    static let shared = FailureLog()

    /// So many different sentences are written; keys may come from a file or a peer, and must fill neither memory nor log.
    static let limit = 1000

    private let lock = NSLock()
    private var written: Set<KeyValueError> = []

    func write(_ error: KeyValueError) {
        let count = lock.withLock {
            guard written.count < Self.limit, written.insert(error).inserted else { return 0 }
            return written.count
        }
        if count > 0 { report("Mainspring: \(error.description)") }
        if count == Self.limit { report("Mainspring: No further errors of key-value coding are written.") }
    }
}
