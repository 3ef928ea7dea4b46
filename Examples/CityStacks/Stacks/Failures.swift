import Synchronization

/// What has gone wrong in blocks that nobody waits for.
final class Failures: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    /// Runs a block, and keeps the error that it throws.
    func catching(_ body: () throws -> Void) {
        do { try body() } catch { first.withLock { $0 = $0 ?? error } }
    }

    /// Throws the first error there was.
    func rethrow() throws { if let error = first.withLock({ $0 }) { throw error } }
}
