internal import Foundation
internal import MainspringFoundation

/// Going back to what was read or saved.
extension ContextCore {
    /// Takes back all that is not saved.
    final func rollback() { holdingSlices { takeBackAll() } }

    private func takeBackAll() {
        landSave()
        completeMerges()
        processPendingChanges()
        context?.undoManager?.removeAllActions()
        pendingChanges.noteDrop()
        let unsaved = unsaved
        // Whoever shows them hears that they go.
        for object in unsaved.inserted { object.state.remove(.inserted) }
        for object in unsaved.inserted { event.appendMergedDeletion(object) }
        let changed = unsaved.updated + unsaved.deleted
        let restored = changed.filter(restore)
        leaveEvent()
        leavePending { _ in true }
        pendingChanges.dropConditions()
        // All is as it was before anybody is told, who may do anything.
        for object in restored {
            noteRefreshed(object)
            if object.core === self { object.awake(fromSnapshotEvents: .rollback) }
        }
        processPendingChanges()
    }

    /// Takes back what an event has changed that is not over yet, since it calls who takes it back.
    private func leaveEvent() {
        for object in event.touched where object.core === self {
            object.before = nil
            object.settleMembers()
            object.state.subtract([.tracked, .insertedNow, .updatedNow, .deletedNow, .deletedBefore])
        }
        event.dropTouched()
        deletionQueue.drop()
    }

    /// - Returns: whether the object has other values now.
    private func restore(_ object: NSManagedObject) -> Bool {
        object.state.subtract([.updated, .deleted, .propagated])
        let wasUnreadable = !objectMap.unreadable.isEmpty && objectMap.unreadable.removeValue(forKey: object.key) != nil
        guard let saved = object.saved else {
            // It is read when somebody asks.
            if wasUnreadable { object.dropValues() }
            return false
        }
        // The row on which a child's changes are based is not the one that the object had here.
        guard let row = saved.isStale ? (try? row(of: object)) ?? nil : saved else {
            object.dropValues()
            return false
        }
        object.replaceValues(by: row)
        return true
    }

    /// Puts an object on this event's list of those whose values are other ones, which is no change of the program's.
    final func noteRefreshed(_ object: NSManagedObject) {
        guard object.core === self else { return }
        if !object.state.contains(.refreshedNow) {
            object.state.insert(.refreshedNow)
            event.appendRefreshed(object)
            waitForEndOfEvent()
        }
        object.observation?.changeAll(object)
    }

    /// Forgets all objects.
    final func reset() {
        guard let (turned, identities) = holdingSlices({ forgetAll() }) else { return }
        for object in turned { object.didTurnIntoFault() }
        tellResultsForgotten()
        guard let context, !identities.isEmpty else { return }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: context,
            userInfo: [NSInvalidatedAllObjectsKey: identities])
    }

    /// - Returns: those that had values, and all identities; nil if who was told of it has done it.
    private func forgetAll() -> (turned: [NSManagedObject], identities: [NSManagedObjectID])? {
        landSave()
        completeMerges()
        let turned = objectMap.table.objects.filter { !$0.state.contains(.fault) }
        let resets = objectMap.resetCount
        for object in turned where object.core === self && !object.state.contains(.fault) { object.willTurnIntoFault() }
        // Who was told of it may have done it.
        guard objectMap.resetCount == resets else { return nil }
        let identities = objectMap.table.objects.map(\.objectID)
        context?.undoManager?.removeAllActions()
        close()
        return (turned, identities)
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
