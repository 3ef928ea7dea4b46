internal import Foundation

/// Keeps the first error of one type that is met while a closure runs.
///
/// A task that the closure starts has it too and may outlive the closure; therefore it is locked, and can be closed.
final class FailureCollector<Failure: Error>: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards both fields.

    private let lock = NSLock()
    private var error: Failure?
    private var isOpen = true

    /// The first error that was met.
    var first: Failure? { lock.withLock { error } }

    /// Takes an error; false if the closure is done, so that somebody else has to.
    func collect(_ error: Failure) -> Bool {
        lock.withLock {
            guard isOpen else { return false }
            if self.error == nil { self.error = error }
            return true
        }
    }

    /// The closure is done.
    func close() { lock.withLock { isOpen = false } }
}
