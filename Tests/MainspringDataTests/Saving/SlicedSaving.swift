import Foundation

@_spi(Tools) @testable import MainspringData

/// A save in slices that a test steps by hand, in a context without a queue: nothing else runs it.
struct SlicedSaving {
    let context: NSManagedObjectContext
    let queue: MergeQueue
    let cancellation = Cancellation()
    private let outcome = Outcome<Void, any Error>()

    init(_ context: NSManagedObjectContext) {
        self.context = context
        context.processPendingChanges()
        queue = context.core.merging ?? MergeQueue(context.core)
        context.core.merging = queue
        queue.add(.save(SlicedSave(outcome, cancellation) {}))
    }

    /// Whether everything is saved, or nothing.
    var isOver: Bool { context.core.merging == nil }

    /// How far it is; nil if it is not the next one.
    var stage: SaveOperation.Stage? { queue.work.first?.save?.stage }

    /// Whether another thread has to do its part first.
    var isAway: Bool { queue.isWaiting }

    /// Does the next step, of so many objects at most. What another thread does is waited for before.
    func next(_ count: Int = 1) {
        queue.work.first?.save?.waitForAnswer(in: context.core)
        queue.slice(.objects(count))
    }

    /// Does what is left.
    /// - Parameter body: called after each slice.
    /// - Throws: what the save has thrown.
    func finish(_ count: Int = 1, _ body: () throws -> Void = {}) throws {
        while !isOver {
            next(count)
            try body()
        }
        try outcome.take().get()
    }
}
