internal import Foundation
internal import MainspringModel

/// The stage in which the source saves the change set.
extension SaveOperation {
    /// Hands the change set over to the source. In slices, a background thread calls the source. At once, the queue is lent
    /// meanwhile if no event is unfinished.
    func handOver(in core: ContextCore) throws {
        guard let flight, let source = core.source else { throw MissingSource.error(core.title) }
        hasSaved = captures.contains { $0 != .nothing }
        if hasSaved { giveChanges(to: flight, in: core) }
        (stage, next) = (.saving, 0)
        guard hasSaved else {
            flight.giveConditionsBack(to: core)
            return flight.end(.success(nil))
        }
        guard let background else {
            guard source.savesBesideReaders, canLend(in: core) else {
                return flight.end(Result { try source.save(flight.changes, for: core) })
            }
            isLent = true
            core.queue.lend { flight.end(Result { try source.save(flight.changes, for: core) }) }
            return
        }
        if source.takesInSlices {
            bring(flight, to: source, background, in: core)
        } else if source.savesBesideReaders {
            background.run(for: core) { done in
                flight.end(Result { try source.save(flight.changes, for: core) })
                done()
            }
        } else {
            flight.end(Result { try source.save(flight.changes, for: core) })
        }
    }

    /// Moves the captured changes into the flight's change set.
    private func giveChanges(to flight: SaveInFlight, in core: ContextCore) {
        flight.takeVersions(from: core)
        // An object that was modified after its capture looks unchanged here, and is in the change set.
        let others =
            core.changes(ofLocked: flight.locked.filter { !flight.hasLeft($0) })
            + core.changes(ofLinked: linked.objects.filter { !flight.hasLeft($0) })
        (checked, linked, lastLinked) = (linked, ObjectSet(), nil)
        flight.handOver(
            ChangeSet(
                inserted: inserted, updated: updated, deleted: deleted, locked: others, assigned: flight.assignments,
                origin: SaveOrigin(core)))
        (inserted, updated, deleted) = ([], [], [])
    }

    /// Has a parent with its own queue apply the change set in slices.
    private func bring(
        _ flight: SaveInFlight, to source: any ObjectSource, _ background: BackgroundSaveWork, in core: ContextCore
    ) {
        let handed = Handed((flight, source, core))
        background.run(for: core) { done in
            let (flight, source, core) = handed.value
            let ended = Handed(flight)
            let brought = source.bring(flight.changes, for: core) {
                ended.value.end(.success(nil))
                done()
            }
            background.brought.set(brought)
            brought.takeOver()
        }
    }

    /// Processes the source's result: enters the stage `landing`, or resolves conflicts.
    func answer(in core: ContextCore) throws {
        if let landError {
            self.landError = nil
            return try retryTakenBack(landError, in: core)
        }
        guard let flight else { return }
        isLent = false
        do {
            rows = try flight.result().get()
        } catch let conflicts as StoreConflicts where attempts < Self.mostAttempts && core.saving === self {
            return try retry(conflicts, in: core)
        }
        beginLanding(in: core)
    }

    /// Waits for the source's result, and applies it or rolls the save back. Called on a thread to which the queue is lent.
    /// The thread that saves gets the error.
    func landForSaver(in core: ContextCore) {
        guard let flight, isLent else { return }
        isLent = false
        do {
            rows = try flight.result().get()
            beginLanding(in: core)
            while stage == .landing { _ = land(.max, in: core) }
        } catch {
            (landError, toldBefore) = (error, ObjectSet(objects))
            takeBack(in: core)
        }
    }
}
