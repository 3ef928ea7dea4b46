internal import Foundation
internal import MainspringModel

/// Handing everything over to the source, which saves it.
extension SaveOperation {
    /// Hands over what was captured. In slices another thread lets the source save; at once the queue is lent meanwhile, if
    /// the context is in the midst of nothing.
    func handOver(in core: ContextCore) throws {
        guard let flight, let source = core.source else { throw MissingSource.error(core.title) }
        hasSaved = captures.contains { $0 != .nothing }
        if hasSaved { giveChanges(to: flight, in: core) }
        (stage, next) = (.saving, 0)
        guard hasSaved else {
            flight.giveConditionsBack(to: core)
            return flight.end(.success(nil))
        }
        guard let away else {
            guard source.savesBesideReaders, canLend(in: core) else {
                return flight.end(Result { try source.save(flight.changes, for: core) })
            }
            isLent = true
            core.queue.lend { flight.end(Result { try source.save(flight.changes, for: core) }) }
            return
        }
        if source.takesInSlices {
            bring(flight, to: source, away, in: core)
        } else if source.savesBesideReaders {
            away.leave(core) { done in
                flight.end(Result { try source.save(flight.changes, for: core) })
                done()
            }
        } else {
            flight.end(Result { try source.save(flight.changes, for: core) })
        }
    }

    private func giveChanges(to flight: SaveInFlight, in core: ContextCore) {
        flight.takeVersions(from: core)
        // An object that has left the save since looks unchanged, and is handed over itself.
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

    /// Lets a parent with a queue of its own take over what is saved, in slices.
    private func bring(_ flight: SaveInFlight, to source: any ObjectSource, _ away: SaveAway, in core: ContextCore) {
        let handed = Handed((flight, source, core))
        away.leave(core) { done in
            let (flight, source, core) = handed.value
            let ended = Handed(flight)
            let brought = source.bring(flight.changes, for: core) {
                ended.value.end(.success(nil))
                done()
            }
            away.brought.set(brought)
            brought.takeOver()
        }
    }

    /// The source has answered.
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

    /// Waits for the source's answer, and lets the save land, or takes it back. For another thread than the one that
    /// saves, which gets the error.
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
