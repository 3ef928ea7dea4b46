internal import Foundation
internal import Synchronization

/// The driver of a save in slices: an element of the context's ``MergeQueue``.
final class SlicedSave: SlicedWork, @unchecked Sendable {
    // `@unchecked Sendable`: after its creation, only the context's queue uses it, except for `end`, `cancellation` and
    // `background`, which are safe on any thread.

    let end: WorkEnd
    let operation: SaveOperation
    private let background = BackgroundSaveWork()
    private let cancellation: Cancellation
    /// The result, for the task that awaits it.
    private let outcome: Outcome<Void, any Error>
    private var hasOutcome = false

    /// - Parameter onEnd: Called once, after the outcome was set.
    init(_ outcome: Outcome<Void, any Error>, _ cancellation: Cancellation, onEnd: @escaping @Sendable () -> Void) {
        (self.outcome, self.cancellation, end) = (outcome, cancellation, WorkEnd(onEnd))
        operation = SaveOperation(background)
    }

    deinit {
        guard !hasOutcome else { return }
        let sentence = "A context has gone in the midst of its save in slices. Keep it until that has ended."
        outcome.set(.failure(CoreDataError.make(NSCoreDataError, sentence)))
    }

    var stage: SaveOperation.Stage { operation.stage }

    private func set(_ result: Result<Void, any Error>) {
        guard !hasOutcome else { return }
        hasOutcome = true
        outcome.set(result)
    }

    /// Ends the save with an error before it has begun.
    func refuse(_ error: any Error) {
        operation.stage = .ended
        set(.failure(error))
        end.note()
    }

    // MARK: Steps

    /// Begins at once if no other work is queued before it.
    func begin(in core: ContextCore) {
        // Earlier merges are applied first.
        guard core.merging?.work.count == 1, !core.event.isProcessing else { return }
        step { start(in: core) }
    }

    var isDone: Bool { stage == .ended && !isBusy }
    var isWaiting: Bool { background.isWaiting }

    func step(in core: ContextCore, most: Int) -> Int {
        step {
            do {
                if cancellation.isCancelled, !operation.isHandedOver { throw CancellationError() }
                if stage == .queued {
                    if core.merging?.bringForwardBegun(before: self) != true { start(in: core) }
                    return 0
                }
                let count = try operation.advance(most, in: core)
                if operation.hasGone(in: core) { throw SaveOperation.forgotten(core) }
                if stage == .ended { set(.success(())) }
                return count
            } catch {
                operation.takeBack(in: core)
                operation.conclude(in: core)
                set(.failure(error))
                return 0
            }
        }
    }

    private func step<Result>(_ body: () -> Result) -> Result {
        operation.isStepping = true
        defer { operation.isStepping = false }
        return body()
    }

    private func start(in core: ContextCore) {
        guard core.context != nil, core.source != nil else {
            operation.conclude(in: core)
            return set(.failure(MissingSource.error(core.title)))
        }
        core.learnIdentities()
        operation.start(in: core)
        if stage == .ended { set(.success(())) }
    }

    // MARK: The order of merges

    /// Whether a step is running, whose hooks may have called the current method.
    var isBusy: Bool { operation.isStepping }
    /// Whether child saves may be applied while this save waits. Their changes belong to the next save.
    var letsOvertake: Bool { stage == .saving }

    /// Blocks the calling thread until the background work has ended.
    func waitForAnswer(in core: ContextCore) {
        if stage == .saving, isWaiting, let source = core.source, source.takesInSlices, let flight = operation.flight {
            // The thread that holds the parent's queue may wait for this thread. The parent applies the child save later.
            background.brought.wait().require()
            flight.end(.success(nil))
            background.giveUp()
        }
        background.wait()
    }

    /// Whether later merges of an object have to wait for this save.
    func keepsBack(_ key: ObjectKey, in core: ContextCore) -> Bool {
        stage != .queued && core.objectMap.table.object(key).map(operation.has) ?? false
    }

    // MARK: Telling

    func tell(in core: ContextCore) { operation.tell(in: core) }
    func post(in core: ContextCore) { operation.post(in: core) }
    func finish(in core: ContextCore) {}

    func telling(in core: ContextCore) -> Duration { isLanding ? core.event.saveTelling : .zero }
    func noteTelling(_ telling: Duration, in core: ContextCore) { if isLanding { core.event.saveTelling = telling } }
    private var isLanding: Bool { stage == .landing || stage == .ended }
}
