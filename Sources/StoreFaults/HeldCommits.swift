internal import Foundation

/// Threads that wait in the middle of a commit until a test lets them go.
final class HeldCommits: @unchecked Sendable {
    // `@unchecked Sendable`: `condition` guards the rest.
    private let condition = NSCondition()
    private var isHolding = false
    private var count = 0

    func hold() {
        condition.lock()
        isHolding = true
        condition.unlock()
    }

    func release() {
        condition.lock()
        isHolding = false
        condition.broadcast()
        condition.unlock()
    }

    func waitUntilHeld() {
        condition.lock()
        while count == 0 { condition.wait() }
        condition.unlock()
    }

    /// Called where a commit would reach the disk.
    func pass() {
        condition.lock()
        if isHolding {
            count += 1
            condition.broadcast()
            while isHolding { condition.wait() }
            count -= 1
        }
        condition.unlock()
    }
}
