internal import Foundation

/// Keeps the first error that is met while a closure runs.
///
/// A task that the closure starts has it too and may outlive the closure; therefore it is locked, and can be closed.
final class FailureCollector: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards both fields.

    /// The one that collects in this task.
    @TaskLocal static var current: FailureCollector?

    private let lock = NSLock()
    private var error: KeyValueError?
    private var isOpen = true

    /// The first error that was met.
    var first: KeyValueError? { lock.withLock { error } }

    /// Takes an error; false if the closure is done, so that somebody else has to.
    func collect(_ error: KeyValueError) -> Bool {
        lock.withLock {
            guard isOpen else { return false }
            if self.error == nil { self.error = error }
            return true
        }
    }

    /// The closure is done.
    func close() { lock.withLock { isOpen = false } }
}
