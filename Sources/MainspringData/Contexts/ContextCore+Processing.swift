internal import Diagnostics
internal import Foundation

/// The end of an event: deletions reach others, undo hears of what was changed, and so does everybody else.
extension ContextCore {
    var hasUnprocessedChanges: Bool {
        !touched.isEmpty || !refreshed.isEmpty || !mergedInsertions.isEmpty || !mergedDeletions.isEmpty
    }

    /// Processes what this event has changed. What those who hear of it change is processed as another event, until
    /// nothing is changed any more.
    final func processPendingChanges() {
        var rounds = Self.mostRounds
        processPendingChanges(&rounds) { _ in }
    }

    /// How often what was changed may be changed again. Whoever changes something each time he hears of a change would keep
    /// this going for ever.
    private static let mostRounds = 1_000

    /// - Parameter note: gets what each event has told.
    private func processPendingChanges(_ rounds: inout Int, _ note: (ToldChanges?) -> Void) {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        while hasUnprocessedChanges, rounds > 0 {
            note(processEvent())
            rounds -= 1
        }
        registrations.tell()
        noteTold()
    }

    /// How often a save may still process changes.
    struct SaveRounds {
        fileprivate var left = ContextCore.mostRounds
        /// What the last event of the save has told, if that is all that has been changed.
        fileprivate var told: ToldChanges?

        /// The same, which is kept no longer.
        mutating func takeTold() -> ToldChanges? {
            defer { told = nil }
            return told
        }
    }

    /// Processes changes for a save. Ends the program if that goes on and on: nothing would be saved, and nobody would know why.
    final func processPendingChanges(_ rounds: inout SaveRounds) {
        if isProcessing {
            rounds.left -= 1
            // An event of which others are being told goes on when they have saved: of later changes they hear after it. One of
            // which nobody has heard, since objects are still told that they are about to be deleted, is over with this.
            if isTelling { propagateDeletions() } else { rounds.told = processEvent() }
        } else {
            processPendingChanges(&rounds.left) { rounds.told = $0 }
        }
        guard rounds.left <= 0 else { return }
        programmerError(
            """
            \(title) cannot be saved: its objects have been changed a thousand times over by validation, by willSave() or by who \
            hears of changes (notifications, delegates). Change a value there only if it differs, or by \
            setPrimitiveValue(_:forKey:).
            """)
    }

    /// For so many objects, or deletions, of an event memory is kept for the next one.
    static var mostKept: Int { 4096 }

    /// - Returns: the objects of which others were told, if nothing else is unsaved.
    private func processEvent() -> ToldChanges? {
        eventCount += 1
        // What a merge has brought is told as new, and is not to be saved.
        let isAll = pending.isEmpty && saving == nil && mergedInsertions.isEmpty
        let resets = resetCount
        propagateDeletions()
        changedWhilePreparing?.append(contentsOf: touched)
        registerUndo()
        let notice = ChangeNotice(of: self)
        // What goes may come back, and must not stand in the list twice then.
        let isShrinking =
            touched.contains { $0.state.isSuperset(of: [.listed, .inserted, .deleted]) }
            || mergedDeletions.contains { $0.state.contains(.listed) }
        let settled = touched
        settled.forEachHeld { settle($0) }
        touched.removeAll(keepingCapacity: touched.count <= Self.mostKept)
        isSavedInPart = false
        for object in refreshed { object.state.remove(.refreshedNow) }
        refreshed.removeAll(keepingCapacity: refreshed.count <= Self.mostKept)
        for object in mergedDeletions { forgetDeleted(object) }
        // Who was told of one that goes may have changed another.
        if !mergedDeletions.isEmpty, !touched.isEmpty { touched.removeAll { $0.core !== self } }
        (mergedInsertions, mergedDeletions) = ([], [])
        if isShrinking {
            leavePending { $0.core !== self }
            saving?.mayRepeat = true
        }
        isTelling = true
        defer { isTelling = false }
        let event = eventCount
        let told = context.map { notice.post(from: $0) }
        // Who has heard of it may have forgotten all objects: nothing is to be told of them any more.
        guard resetCount == resets else { return nil }
        tellResults(notice)
        guard isAll, notice.deleted.isEmpty, let told else { return nil }
        return ToldChanges(event: event, inserted: told.inserted, updated: told.updated)
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
            pend(object)
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
