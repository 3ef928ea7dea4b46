internal import MainspringModel

/// Objects that the program is about to change between two slices: what is still to be done for them comes before.
extension SaveOperation {
    /// Does what is still to be done for an object, and captures it.
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
        // It may stand in this event's list already.
        if !core.touched.isEmpty { core.isSavedInPart = true }
    }

    private func finishHooks(of object: NSManagedObject, in core: ContextCore) {
        var unsaved = ContextCore.Unsaved()
        _ = hearing(in: core) {
            // In later stages it was told in its turn.
            if stage == .preparing, !object.state.contains(.toldOfSave) {
                object.state.insert(.toldOfSave)
                object.willSave()
            }
            guard isUnsaved(object, in: core) else { return }
            if derivesAttributes(in: core), !object.state.contains(.deleted) {
                failures.collect { derived += try core.deriveAttributes(of: [object]) }
            }
            guard isUnsaved(object, in: core) else { return }
            core.note(object, &unsaved)
            failures.collect { try core.validate(unsaved) }
        }
    }

    /// The same for those that a deletion reaches, and whose links it ends.
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
