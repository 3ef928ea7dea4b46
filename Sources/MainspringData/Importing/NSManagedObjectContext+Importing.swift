public import Foundation

extension NSManagedObjectContext {
    /// Makes objects of the rows of a sequence, and saves them batch by batch. Ours.
    ///
    /// ```swift
    /// let worker = container.newBackgroundContext()
    /// try await worker.importRows(lines, batchSize: 1_000, progress: progress) { line, context in
    ///     City(context: context).name = line.name
    /// }
    /// ```
    ///
    /// A batch is in the context's parent, or in its stores, whole or not at all. The sequence is asked for the next batch when the last one is
    /// saved and `saved` has returned: a source that is faster than the disk waits. Objects go with their batch, unless they are kept; their
    /// identities stay.
    ///
    /// When the task or the progress is cancelled, the batch that is being made is dropped, and a `CancellationError` thrown; likewise
    /// when a row, the sequence or a save throws. What was saved before stays, and `progress` says how many rows that are. That the
    /// progress was cancelled is seen with the next row: a sequence that is waited for is ended by cancelling the task.
    ///
    /// What children of the context save into it while a batch is saved is no part of that, and stays whatever becomes of the batch:
    /// unsaved, so that the import ends before the next one with the error below.
    /// - Parameters:
    ///   - rows: asked on the caller's actor.
    ///   - batchSize: how many rows are saved at once, above 0.
    ///   - keepsObjects: whether the context keeps the objects of batches that are saved; otherwise it is reset after each.
    ///   - progress: counts the rows that are saved. Its total is the caller's matter.
    ///   - saved: called after each batch, such as to save the contexts above, with the number of rows saved so far.
    ///   - make: makes one row's objects, on the context's queue.
    /// - Returns: how many rows were saved.
    /// - Throws: `CocoaError` if the context has changes that are not saved, which would go with a batch, or if a batch would be empty.
    @discardableResult
    nonisolated(nonsending) public final func importRows<Rows: AsyncSequence>(
        _ rows: Rows, batchSize: Int = 1_000, keepsObjects: Bool = false, progress: Progress? = nil,
        saved: ((Int) async throws -> Void)? = nil,
        _ make: @escaping @Sendable (Rows.Element, NSManagedObjectContext) throws -> Void
    ) async throws -> Int where Rows.Element: Sendable {
        guard batchSize > 0 else {
            throw CoreDataError.make(
                NSCoreDataError,
                "Rows were to be imported into \(core.title) in batches of \(batchSize). Give a number above 0.")
        }
        try await perform { try self.checkForImport() }
        var (iterator, count) = (rows.makeAsyncIterator(), 0)
        while true {
            var batch: [Rows.Element] = []
            while batch.count < batchSize, let row = try await iterator.next(isolation: #isolation) {
                batch.append(row)
                try Self.checkCancellation(progress)
            }
            try Self.checkCancellation(progress)
            guard !batch.isEmpty else { return count }
            let (made, cancellation) = (batch, Cancellation())
            try await withTaskCancellationHandler {
                try await perform(schedule: .enqueued) {
                    try self.importBatch(made, keepsObjects: keepsObjects, progress, cancellation, make)
                }
            } onCancel: {
                cancellation.cancel()
            }
            count += made.count
            progress?.completedUnitCount += Int64(made.count)
            try await saved?(count)
        }
    }

    /// A batch that is not saved takes back all that is unsaved: nothing else may be among it. On the context's queue.
    private final func checkForImport() throws {
        guard hasChanges else { return }
        throw CoreDataError.make(
            NSCoreDataError,
            "Rows were to be imported into \(core.title), which has changes that are not saved. Save or roll back first."
        )
    }

    private static func checkCancellation(_ progress: Progress?) throws {
        try Task.checkCancellation()
        if progress?.isCancelled == true { throw CancellationError() }
    }

    /// Makes and saves one batch. On the context's queue.
    private final func importBatch<Row>(
        _ rows: [Row], keepsObjects: Bool, _ progress: Progress?, _ cancellation: Cancellation,
        _ make: (Row, NSManagedObjectContext) throws -> Void
    ) throws {
        func check() throws {
            if cancellation.isCancelled || progress?.isCancelled == true { throw CancellationError() }
        }
        // Others may have changed something since the last batch.
        try checkForImport()
        defer { if !keepsObjects { core.resetSaved() } }
        try core.takingBackOwn {
            for row in rows {
                try check()
                try make(row, self)
            }
            try check()
            try save()
        }
    }
}
