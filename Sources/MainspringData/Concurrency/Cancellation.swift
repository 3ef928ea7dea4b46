internal import Synchronization

/// Whether somebody does not want work any more that runs where no task says so. Any thread may say it.
package final class Cancellation: Sendable {
    /// That of the lightweight migrations that the current thread begins. One that is cancelled fails with `CocoaError.userCancelled`, and
    /// its store is as it was.
    @TaskLocal package static var ofMigrations: Cancellation?

    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .acquiring) }

    package func cancel() { flag.store(true, ordering: .releasing) }
}
