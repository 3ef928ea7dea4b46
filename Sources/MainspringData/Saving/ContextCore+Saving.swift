internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Saving: everything goes to the source, or nothing.
extension ContextCore {
    /// Whether anything is unsaved here.
    final var hasChanges: Bool { saving?.objects.contains(where: isUnsaved) == true || hasChangesOutsideSave }

    /// Whether anything is unsaved that is not of the save that is under way, or has changed since that has handed it over.
    private func hasChanges(besides save: SaveOperation) -> Bool {
        guard let flight = save.flight else { return hasChangesOutsideSave }
        return save.objects.contains { isUnsaved($0) && flight.hasLeft($0) } || hasChangesOutsideSave
    }

    private var hasChangesOutsideSave: Bool {
        pending.objects.contains(where: isUnsaved)
            || touched.contains {
                !$0.state.isDisjoint(with: .pending) && !$0.state.isSuperset(of: [.inserted, .deleted])
            }
    }

    private func isUnsaved(_ object: NSManagedObject) -> Bool {
        object.core === self && !object.state.isDisjoint(with: .pending)
    }

    /// Saves at once: all stages of a ``SaveOperation``, one after another.
    final func save() throws {
        guard context != nil, source != nil else {
            programmerError(
                "\(title) cannot be saved: it has neither a coordinator nor a parent. Set persistentStoreCoordinator or parent."
            )
        }
        // A save that is under way comes first: another thread does it, or it calls this one.
        landSave()
        guard try !endOuterSave() else { return }
        learnIdentities()
        let save = SaveOperation()
        try holdingSlices {
            // The save would take along what has come of a merge, without the rest.
            completeMerges()
            try save.run(in: self)
        }
        save.tell(in: self)
        save.post(in: self)
        save.announce(in: self)
    }

    /// Ends the save at once in one of whose hooks another save begins: that one saves all.
    /// - Returns: Whether the outer save has handed everything over already.
    /// - Throws: An error, if it is a save in slices, or if there are changes that it has not handed over.
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

    /// Waits for the stores' answer to a save at once, and lets the save land; or lets it begin anew, if it has not handed
    /// anything over. For a thread that has the queue while it is lent, and is about to do what must not come before.
    final func landSave() {
        // A save in slices is an element of the context's queue of sliced work, and is completed with that.
        guard let saving, !saving.isInSlices else { return }
        if saving.isLent {
            saving.landForSaver(in: self)
        } else if saving.isLentForKeys {
            saving.giveUp(in: self)
        }
    }
}
