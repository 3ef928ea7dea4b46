internal import Foundation
internal import MainspringFoundation

/// Going back to what was read or saved.
extension ContextCore {
    /// Takes back all that is not saved.
    final func rollback() {
        processPendingChanges()
        context?.undoManager?.removeAllActions()
        let unsaved = unsaved
        // Whoever shows them hears that they go.
        for object in unsaved.inserted { object.state.remove(.inserted) }
        mergedDeletions += unsaved.inserted
        for object in unsaved.updated + unsaved.deleted { restore(object) }
        leaveEvent()
        leavePending { _ in true }
        (locked, formerVersions) = ([], [:])
        assignments = StoreAssignments()
        processPendingChanges()
    }

    /// Takes back what an event has changed that is not over yet, since it calls who takes it back.
    private func leaveEvent() {
        for object in touched where object.core === self {
            object.before = nil
            object.settleMembers()
            object.state.subtract([.tracked, .insertedNow, .updatedNow, .deletedNow, .deletedBefore])
        }
        (touched, deletions, toldDeletions) = ([], [], 0)
    }

    private func restore(_ object: NSManagedObject) {
        object.state.subtract([.updated, .deleted, .propagated])
        guard let saved = object.saved else { return retry(object) }
        object.replaceValues(by: saved)
        noteRefreshed(object)
        object.awake(fromSnapshotEvents: .rollback)
    }

    /// Puts an object on this event's list of those whose values are other ones, which is no change of the program's.
    final func noteRefreshed(_ object: NSManagedObject) {
        object.observation?.changeAll(object)
        guard object.core === self, !object.state.contains(.refreshedNow) else { return }
        object.state.insert(.refreshedNow)
        refreshed.append(object)
        waitForEndOfEvent()
    }

    /// Forgets all objects.
    final func reset() {
        let turned = table.objects.filter { !$0.state.contains(.fault) }
        for object in turned { object.willTurnIntoFault() }
        let identities = table.objects.map(\.objectID)
        context?.undoManager?.removeAllActions()
        close()
        for object in turned { object.didTurnIntoFault() }
        tellResultsForgotten()
        guard let context, !identities.isEmpty else { return }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: context,
            userInfo: [NSInvalidatedAllObjectsKey: identities])
    }
}

extension NSManagedObject {
    /// Takes a row's values over, and forgets what is known of relationships to many.
    final func replaceValues(by row: Row) {
        let (old, isOwn) = (memory, state.isDisjoint(with: [.fault, .sharing]))
        takeValues(of: row)
        guard isOwn else { return }
        ChainRelease.release(old, shape.layout)
        shape.layout.destroy(old)
    }
}
