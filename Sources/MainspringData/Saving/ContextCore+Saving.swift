internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// Saving: everything goes to the source, or nothing.
extension ContextCore {
    /// Whether anything is unsaved here.
    final var hasChanges: Bool {
        func isUnsaved(_ object: NSManagedObject) -> Bool {
            object.core === self && !object.state.isDisjoint(with: .pending)
        }
        return pending.objects.contains(where: isUnsaved) || saving?.objects.contains(where: isUnsaved) == true
            || touched.contains {
                !$0.state.isDisjoint(with: .pending) && !$0.state.isSuperset(of: [.inserted, .deleted])
            }
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
        try endOuterSave()
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
    /// - Throws: An error, if it is a save in slices, or if the changes have been handed over.
    private func endOuterSave() throws {
        guard let saving, saving.isStepping else { return }
        guard saving.canGiveUp else { throw saving.isInProgress(self) }
        saving.giveUp(in: self)
    }

    /// Waits for the stores' answer to a save at once, and lets the save land. For a thread that has the queue while it is
    /// lent, and is about to do what must not come before.
    final func landSave() {
        // A save in slices is an element of the context's queue of sliced work, and is completed with that.
        guard let saving, saving.isLent else { return }
        saving.landForSaver(in: self)
    }
}
