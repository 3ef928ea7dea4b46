internal import Foundation

/// The end of an event: deletions reach others, undo hears of what was changed, and so does everybody else.
extension ContextCore {
    var hasUnprocessedChanges: Bool {
        !touched.isEmpty || !refreshed.isEmpty || !mergedInsertions.isEmpty || !mergedDeletions.isEmpty
    }

    /// Processes what this event has changed. What those who hear of it change is processed as another event, until
    /// nothing is changed any more.
    final func processPendingChanges() {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        // Whoever changes something each time he hears of a change would keep this going for ever.
        for _ in 0..<1_000 where hasUnprocessedChanges { processEvent() }
        registrations.tell()
    }

    private func processEvent() {
        eventCount += 1
        let resets = resetCount
        propagateDeletions()
        changedWhilePreparing?.append(contentsOf: touched)
        registerUndo()
        let notice = ChangeNotice(of: self)
        // What goes may come back, and must not stand in the list twice then.
        let isShrinking =
            touched.contains { $0.state.isSuperset(of: [.listed, .inserted, .deleted]) }
            || mergedDeletions.contains { $0.state.contains(.listed) }
        for object in touched { settle(object) }
        touched.removeAll(keepingCapacity: true)
        for object in refreshed { object.state.remove(.refreshedNow) }
        refreshed.removeAll(keepingCapacity: true)
        for object in mergedDeletions { forgetDeleted(object) }
        (mergedInsertions, mergedDeletions) = ([], [])
        if isShrinking { leavePending { $0.core !== self } }
        if let context { notice.post(from: context) }
        // Who has heard of it may have forgotten all objects: nothing is to be told of them any more.
        guard resetCount == resets else { return }
        tellResults(notice)
    }

    /// An object leaves the event's list.
    private func settle(_ object: NSManagedObject) {
        object.before = nil
        object.settleMembers()
        let hasGone = object.state.isSuperset(of: [.inserted, .deleted])
        object.state.subtract([.tracked, .insertedNow, .updatedNow, .deletedNow, .deletedBefore])
        if hasGone {
            // It never was: nothing is to be saved.
            object.state.subtract(.inserted)
            forget(object)
        } else if !object.state.contains(.listed), !object.state.isDisjoint(with: .pending) {
            object.state.insert(.listed)
            pending.append(object)
        }
    }
}

extension NSManagedObject {
    /// The members of relationships have no changes of this event any more.
    final func settleMembers() {
        guard !state.contains(.fault) else { return }
        for relationship in shape.layout.relationships where relationship.isToMany {
            memory.members(relationship.place)?.sinceEvent = nil
        }
    }
}
