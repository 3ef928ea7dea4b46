internal import MainspringModel

/// What belongs to a batch of rows, and what children have saved while it was on its way.
///
/// A context with a queue of its own is its children's while its stores work. What they save then is no part of the batch: it does not go
/// with one that fails, nor with the objects of one that is saved.
extension ContextCore {
    /// Calls a closure, and takes back what it has changed if it throws.
    final func takingBackOwn(_ body: () throws -> Void) throws {
        takenMeanwhile = []
        defer { takenMeanwhile = nil }
        do {
            try body()
        } catch {
            // What has begun to come is known when it is all there.
            landSave()
            completeMerges()
            let taken = takenMeanwhile ?? []
            takenMeanwhile = nil
            rollback()
            // What it says of objects that have gone with the batch leads nowhere.
            for save in taken { take(save.changes, from: save.child) }
            throw error
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
