internal import Foundation

/// Lets calls of a store's contract come one after another, as Apple promises it to subclasses.
///
/// A call may lead to another one on the same thread, as when a custom store asks for an object that it has itself; that
/// one runs inside. It is no lock over data of ours: what is called has its turn as long as it takes.
final class StoreTurn: Sendable {
    private let lock = NSRecursiveLock()

    /// Calls a closure as soon as no other thread has the turn.
    func take<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Calls a closure at once if no other thread has the turn, and otherwise not at all.
    func takeIfFree(_ body: () -> Void) {
        guard lock.try() else { return }
        defer { lock.unlock() }
        body()
    }
}
