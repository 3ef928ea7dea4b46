internal import Synchronization

/// Whether somebody does not want work any more that runs where no task says so. Any thread may say it.
@_spi(Tools) public final class Cancellation: Sendable {
    /// That of the lightweight migrations that the current thread begins. One that is cancelled fails with `CocoaError.userCancelled`, and
    /// its store is as it was.
    @_spi(Tools) @TaskLocal public static var ofMigrations: Cancellation?

    private let flag = Atomic(false)

    /// Makes one that is not cancelled.
    @_spi(Tools) public init() {}

    /// A Boolean value that indicates whether the work is not wanted any more.
    @_spi(Tools) public var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Cancels the work; it ends at its next look.
    @_spi(Tools) public func cancel() { flag.store(true, ordering: .releasing) }
}
