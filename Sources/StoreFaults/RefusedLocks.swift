internal import Foundation

/// Threads that wait until a lock is refused.
final class RefusedLocks: @unchecked Sendable {
    // `@unchecked Sendable`: `condition` guards the rest.
    private let condition = NSCondition()
    private var count = 0

    /// Somebody else has a lock that was wanted.
    func note() {
        condition.lock()
        count += 1
        condition.broadcast()
        condition.unlock()
    }

    /// Waits for the next one.
    func waitForNext() {
        condition.lock()
        let before = count
        while count == before { condition.wait() }
        condition.unlock()
    }
}
