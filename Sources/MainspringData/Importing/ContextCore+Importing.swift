internal import MainspringModel

/// What belongs to a batch of rows, and what children have saved while it was on its way.
///
/// A context with a queue of its own is its children's while its stores work. What they save then is no part of the batch: it does not go
/// with one that fails, nor with the objects of one that is saved.
extension ContextCore {
    /// Calls a closure, and rolls its changes back if it throws.
    final func takingBackOwn(_ body: () throws -> Void) throws {
        try childLinks.inBatch(body) { takenSaves in
            // A child save that was partly applied is known when it is complete.
            landSave()
            completeMerges()
            let saves = takenSaves()
            rollback()
            // Links to objects of the batch lead nowhere.
            for save in saves { take(save.changes, from: save.child) }
        }
    }

    /// Lets go of all objects, unless children have saved something that is not saved here.
    final func resetSaved() {
        completeMerges()
        if !hasChanges { reset() }
    }
}

/// What a child has saved.
struct TakenChanges {
    let changes: ChangeSet
    let child: ContextCore
}
