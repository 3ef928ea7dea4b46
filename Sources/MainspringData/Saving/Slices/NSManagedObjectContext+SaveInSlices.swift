extension NSManagedObjectContext {
    /// Saves like ``save()``, in slices between which the main loop goes on. Ours.
    ///
    /// Of a context on the main queue. What is unsaved when this is called, with what `willSave()` and validation change, is saved, whole or
    /// not at all; what the program changes meanwhile belongs to the next save. An object of the save that it is about to change is taken as it is
    /// before that, after its `willSave()` and its validation.
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
