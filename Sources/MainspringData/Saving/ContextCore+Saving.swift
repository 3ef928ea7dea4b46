internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Saving a context at once.
extension ContextCore {
    /// Whether the context has unsaved changes.
    final var hasChanges: Bool { saving?.objects.contains(where: isUnsaved) == true || hasChangesOutsideSave }

    /// Whether the context has unsaved changes that a running save has not handed over.
    private func hasChanges(besides save: SaveOperation) -> Bool {
        guard let flight = save.flight else { return hasChangesOutsideSave }
        return save.objects.contains { isUnsaved($0) && flight.hasLeft($0) } || hasChangesOutsideSave
    }

    /// Whether objects outside the set of a running save have unsaved changes.
    private var hasChangesOutsideSave: Bool {
        pendingChanges.list.objects.contains(where: isUnsaved)
            || event.touched.contains {
                !$0.state.isDisjoint(with: .pending) && !$0.state.isSuperset(of: [.inserted, .deleted])
            }
    }

    private func isUnsaved(_ object: NSManagedObject) -> Bool {
        object.core === self && !object.state.isDisjoint(with: .pending)
    }

    /// Saves all unsaved changes to the source, or none of them.
    /// - Throws: The error of a hook, of validation, of a conflict or of the source.
    final func save() throws {
        guard context != nil, source != nil else {
            programmerError(
                "\(title) cannot be saved: it has neither a coordinator nor a parent. Set persistentStoreCoordinator or parent."
            )
        }
        // A running save comes first. Another thread runs it, or one of its hooks has called this method.
        landSave()
        guard try !endOuterSave() else { return }
        learnIdentities()
        let save = SaveOperation()
        try holdingSlices {
            // Merges are completed first: the save would include the applied part of a merge without the rest.
            completeMerges()
            try save.run(in: self)
        }
        save.tell(in: self)
        save.post(in: self)
        save.announce(in: self)
    }

    /// Returns the set of an outer save, whose hook has called `save()`, to the context, so that the nested save includes it.
    /// - Returns: Whether the outer save has already handed over all changes.
    /// - Throws: An error if the outer save is in slices, or if it has handed over a part of the changes.
    private func endOuterSave() throws -> Bool {
        guard let saving, saving.isStepping else { return false }
        if saving.canGiveUp {
            saving.giveUp(in: self)
            return false
        }
        guard !saving.isInSlices, saving.isHandedOver, !hasChanges(besides: saving) else {
            throw saving.isInProgress(self)
        }
        return true
    }

    /// Completes a save at once whose queue is lent to the calling thread, before that thread saves, merges, refreshes or
    /// takes changes back. A save that waits for keys starts again afterwards.
    final func landSave() {
        // `completeMerges()` completes a save in slices.
        guard let saving, !saving.isInSlices else { return }
        if saving.isLent {
            saving.landForSaver(in: self)
        } else if saving.isLentForKeys {
            saving.giveUp(in: self)
        }
    }
}
