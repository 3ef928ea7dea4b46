internal import Locks

extension NSManagedObjectContext {
    /// Returns when everything has been merged that the context is merging in slices now. Ours.
    ///
    /// The calling thread is not blocked. At once where nothing is being merged. Where nobody serves the main queue, or our main loop has
    /// and does not run, that is told, and it returns after some time. Where the main queue may be busy, that is told, and waited for.
    public final func mergesEnded() async {
        // One without a budget any more may still have something, or be in the midst of telling of it.
        guard core.mergesInSlices || MainSlices.shared.hasMerges(for: self) else { return }
        await withCheckedContinuation { continuation in
            // Nothing is merged by it, and it has its turn behind what came before.
            MainSlices.shared.await(EndMark { continuation.resume() }, in: self)
        }
    }

    /// How much of a merge is done at once, so that the main loop goes on between slices; nil, as at first, for all of it, as on Apple's
    /// platforms. Ours.
    ///
    /// Of a context on the main queue: ``mergeChanges(fromContextDidSave:)``,
    /// ``automaticallyMergesChangesFromParent`` and a child's save from another queue are done in slices then, one in a pass
    /// of the main loop, in the order in which they came. `mergeChanges` returns before that; a child's
    /// save returns after the last slice, or does all of it at once if it is called on the main queue.
    ///
    /// Between two slices an object's values are all those of before or all the new ones, and a link is at both its ends or at
    /// none; a new object comes after those to which its required relationships lead. A fetch shows what has arrived. An
    /// object that is reached by its identity or by a relationship, or changed, is merged before; saving, rolling back,
    /// resetting, undoing and redoing merge what is left. Observers, notifications and fetched results hear of each slice.
    ///
    /// Without a budget any more, what is being merged is completed at once, and so is what others have brought and has not begun.
    ///
    /// May be set by whoever makes the context, before it is used; then on its queue. Contexts on other queues do not look at it.
    public final var mergeBudget: MergeBudget? {
        get { core.mergeSettings.budget.withLock { $0 } }
        set {
            if newValue != nil { MainSlices.shared.use() }
            core.mergeSettings.budget.withLock { $0 = newValue }
            // Nothing is done in slices any more, what has begun neither.
            if newValue == nil { core.completeAllMerges() }
        }
    }
}
