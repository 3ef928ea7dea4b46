internal import Synchronization

/// Whether somebody does not want work any more that runs where no task says so. Any thread may say it.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    func cancel() { flag.store(true, ordering: .releasing) }
}
