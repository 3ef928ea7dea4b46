internal import MainspringModel

/// The early turn of objects that the program is about to modify between two slices.
extension SaveOperation {
    /// Runs the remaining stages of an object up to its capture.
    func finish(_ object: NSManagedObject, in core: ContextCore) {
        guard isInSlices, let flight, !isInHooks, !flight.has(object), has(object), isUnsaved(object, in: core) else {
            return
        }
        if isBeforeReserving {
            settleEvent(in: core)
            guard !flight.has(object), isUnsaved(object, in: core) else { return }
            core.holdingSlices { finishHooks(of: object, in: core) }
        }
        guard isUnsaved(object, in: core) else { return }
        flight.leave(object)
        // The object may be in `touched` already.
        core.event.noteSavedInPart()
    }

    /// Runs the hooks of an object: `willSave()`, derived attributes and validation.
    private func finishHooks(of object: NSManagedObject, in core: ContextCore) {
        var unsaved = ContextCore.Unsaved()
        _ = callingHooks(in: core) {
            // In later stages it has got `willSave()` in its turn.
            if stage == .preparing, !object.state.contains(.toldOfSave) {
                object.state.insert(.toldOfSave)
                object.willSave()
            }
            guard isUnsaved(object, in: core) else { return }
            if isForStores, core.derivesAttributes, !object.state.contains(.deleted) {
                failures.collect { derived += try core.deriveAttributes(of: [object]) }
            }
            guard isUnsaved(object, in: core) else { return }
            core.note(object, &unsaved)
            failures.collect { try core.validate(unsaved, endingStaleLinks: hasDeletions) }
        }
    }

    /// Runs the remaining stages of objects that a deletion will delete or unlink by its delete rules.
    func finishReached(byDeleting object: NSManagedObject, in core: ContextCore) {
        guard isInSlices, isBeforeReserving, !isInHooks else { return }
        var (next, known) = ([object], ObjectSet([object]))
        while let deleted = next.popLast() {
            for relationship in deleted.shape.layout.relationships
            where relationship.endsWithDeletion && deleted.core === core && core.hasValues(deleted) {
                for other in deleted.others(relationship) where other.core === core && known.insert(other) {
                    finish(other, in: core)
                    if relationship.deleteRule == .cascadeDeleteRule { next.append(other) }
                }
            }
        }
    }
}
