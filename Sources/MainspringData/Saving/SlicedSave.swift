internal import Foundation
internal import Synchronization

/// A save in slices, in the order of the context's merges.
final class SlicedSave: SlicedWork, @unchecked Sendable {
    // `@unchecked Sendable`: the thread that makes it hands it over, and uses only `end` then; a thread that cancels it uses
    // `cancellation`, and one that works for it `away`.

    let end: WorkEnd
    let operation: SaveOperation
    private let away = SaveAway()
    private let cancellation: Cancellation
    /// What came of it, for the task that awaits it.
    private let outcome: Outcome<Void, any Error>
    private var hasOutcome = false

    /// - Parameter onEnd: called when there is an outcome.
    init(_ outcome: Outcome<Void, any Error>, _ cancellation: Cancellation, onEnd: @escaping @Sendable () -> Void) {
        (self.outcome, self.cancellation, end) = (outcome, cancellation, WorkEnd(onEnd))
        operation = SaveOperation(away)
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

    /// Ends it before it has begun.
    func refuse(_ error: any Error) {
        operation.stage = .ended
        set(.failure(error))
        end.note()
    }

    // MARK: Steps

    func begin(in core: ContextCore) {
        // Merges that came before belong to it.
        guard core.merging?.work.count == 1, !core.isProcessing else { return }
        step { start(in: core) }
    }

    var isDone: Bool { stage == .ended && !isBusy }
    var isWaiting: Bool { away.isWaiting }

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

    /// Whether a step is under way, which has called code that asks for the end.
    var isBusy: Bool { operation.isStepping }
    /// Whether what children save may go on while this is waiting: what that changes is none of its business.
    var letsOvertake: Bool { stage == .saving }

    /// Blocks the thread until another one has done its part.
    func waitForAnswer(in core: ContextCore) {
        if stage == .saving, isWaiting, let source = core.source, source.takesInSlices, let flight = operation.flight {
            // The thread that has the parent's queue may wait for this one: the parent has it, and takes it over in time.
            away.brought.wait().require()
            flight.end(.success(nil))
            away.giveUp()
        }
        away.wait()
    }

    /// Whether what merges behind this save say of an object has to wait.
    func keepsBack(_ key: ObjectKey, in core: ContextCore) -> Bool {
        stage != .queued && core.table.object(key).map(operation.has) ?? false
    }

    // MARK: Telling

    func tell(in core: ContextCore) { operation.tell(in: core) }
    func post(in core: ContextCore) { operation.post(in: core) }
    func finish(in core: ContextCore) {}

    func telling(in core: ContextCore) -> Duration { isLanding ? core.saveTelling : .zero }
    func noteTelling(_ telling: Duration, in core: ContextCore) { if isLanding { core.saveTelling = telling } }
    private var isLanding: Bool { stage == .landing || stage == .ended }
}
