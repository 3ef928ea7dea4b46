import Synchronization

/// What has gone wrong first in blocks that nobody waits for, and an end to what would come after it.
final class Failures: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    /// Runs a block, and keeps the error that it throws; runs none where one has failed.
    func catching(_ body: () throws -> Void) {
        // What could not be saved stays in its context: each further save would try all of that again, in vain.
        guard first.withLock({ $0 == nil }) else { return }
        do { try body() } catch { note(error) }
    }

    /// Keeps an error, unless there is one.
    func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }

    /// Throws the first error there was.
    func rethrow() throws { if let error = first.withLock({ $0 }) { throw error } }
}
