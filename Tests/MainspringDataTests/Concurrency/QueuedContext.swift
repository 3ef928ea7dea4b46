import Foundation

@testable import MainspringData

/// A context with nothing but its queue, whose methods are declared as Apple's.
final class QueuedContext {
    typealias ScheduledTaskType = NSManagedObjectContext.ScheduledTaskType

    let queue: ContextQueue

    init(_ type: NSManagedObjectContext.ConcurrencyType, name: String? = nil) {
        queue = ContextQueue(type.rawValue)
        queue.name = name
    }

    func perform(_ block: @escaping () -> Void) { queue.perform { [self] in withExtendedLifetime(self, block) } }

    func performAndWait<T, Failure: Error>(_ block: () throws(Failure) -> T) throws(Failure) -> T {
        try queue.performAndWait(block)
    }

    nonisolated(nonsending) func perform<T, Failure: Error>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(Failure) -> T
    ) async throws(Failure) -> T {
        try await queue.perform(schedule: schedule, block)
    }

    /// What an actor keeps, and gives as its `unownedExecutor`.
    var serialExecutor: any SerialExecutor { queue }
}

@available(*, unavailable)
extension QueuedContext: @unchecked Sendable {}

/// An object that belongs to a queue.
final class QueuedObject {
    var count = 0
}

@available(*, unavailable)
extension QueuedObject: @unchecked Sendable {}

/// An error that functions can be declared to throw.
enum Refusal: Error, Equatable {
    case refused
}

/// What was called, in order; from any thread.
final class QueueLog: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `stored`.

    private let lock = NSLock()
    private var stored: [String] = []

    func add(_ entry: String) { lock.withLock { stored.append(entry) } }
    var entries: [String] { lock.withLock { stored } }
}
