extension NSManagedObjectContext {
    /// Saves like ``save()``, in slices between which the main loop goes on. Ours.
    ///
    /// Of a context on the main queue. What is unsaved when this is called, with what `willSave()` and validation change, is saved, whole or
    /// not at all; what the program changes meanwhile belongs to the next save. An object of the save that it is about to change is taken as it is
    /// before that, after its `willSave()` and its validation.
    ///
    /// The same holds where the merge policy resolves conflicts: objects are, as long as it does, as they were captured, but for changes of
    /// links and deletions. Everything changed until then is saved with it, though, where what was changed meanwhile cannot be told from what is
    /// resolved:
    /// - a uniqueness constraint is in conflict, and an object that was changed meanwhile with it;
    /// - an object is in conflict whose links were changed meanwhile, or that was deleted meanwhile, and the store has deleted it, or this save or the
    ///   store has changed its links as well;
    /// - links that were changed meanwhile, or ended by a deletion, have been changed in this save to lead to or from an object that is in
    ///   conflict;
    /// - the policy, or who hears of what it does, changes what was changed meanwhile.
    ///
    /// Where the store wins that has deleted an object, that goes with its later changes.
    ///
    /// A slice takes as long as ``mergeBudget`` says, or the standard one where there is none. It comes behind merges in slices that are being
    /// done, which belong to the save; those that come later wait for it, as another save does. SQLite stores save on another
    /// thread meanwhile, stores of other kinds in a slice of their own. When everything is saved, objects and observers are told, slice by slice.
    /// ``save()``, rolling back, resetting, undoing and redoing do the rest at once, and wait for the stores; so does a
    /// refresh of an object that is being saved.
    ///
    /// A context with another queue is saved at once, there. From any thread.
    /// - Throws: what ``save()`` throws; `CancellationError` if the task was cancelled before the stores had everything. The
    ///   context keeps its changes then.
    nonisolated(nonsending) public final func saveInSlices() async throws {
        guard core.queue.kind == .mainQueueConcurrencyType else {
            guard core.queue.queue != nil else { return try save() }
            return try await perform { try self.save() }
        }
        let (outcome, cancellation) = (Outcome<Void, any Error>(), Cancellation())
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let save = SlicedSave(outcome, cancellation) { continuation.resume() }
                MainSlices.shared.submit(save, to: self)
            }
        } onCancel: {
            cancellation.cancel()
        }
        try outcome.take().get()
    }
}
