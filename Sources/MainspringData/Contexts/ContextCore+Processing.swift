internal import Diagnostics
internal import Foundation

/// The end of an event: deletions reach others, undo hears of what was changed, and so does everybody else.
extension ContextCore {
    var hasUnprocessedChanges: Bool { !event.isEmpty }

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
        guard !event.isProcessing else { return }
        event.processing {
            while hasUnprocessedChanges, rounds > 0 {
                note(processEvent())
                rounds -= 1
            }
            objectMap.registrations.tell()
            noteTold()
        }
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
        if event.isProcessing {
            rounds.left -= 1
            // An event of which others are being told goes on when they have saved: of later changes they hear after it. One of
            // which nobody has heard, since objects are still told that they are about to be deleted, is over with this.
            if event.isPosting { propagateDeletions() } else { rounds.told = processEvent() }
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

    /// - Returns: the objects of which others were told, if nothing else is unsaved.
    private func processEvent() -> ToldChanges? {
        event.begin()
        // Merged insertions are reported as new, and are not to be saved.
        let isAll = pendingChanges.isEmpty && saving == nil && event.mergedInsertions.isEmpty
        let resets = objectMap.resetCount
        propagateDeletions()
        event.noteInHooks()
        registerUndo()
        let notice = ChangeNotice(of: self)
        // What goes may come back, and must not stand in the list twice then.
        let isShrinking =
            event.touched.contains { $0.state.isSuperset(of: [.listed, .inserted, .deleted]) }
            || event.mergedDeletions.contains { $0.state.contains(.listed) }
        let settled = event.touched
        settled.forEachHeld { settle($0) }
        event.endTouched()
        for object in event.mergedDeletions { forgetDeleted(object) }
        // A hook of a deletion may have modified another object that is deleted too.
        if !event.mergedDeletions.isEmpty { event.removeForeign(to: self) }
        event.endMerged()
        if isShrinking {
            leavePending { $0.core !== self }
            saving?.mayRepeat = true
        }
        return event.posting {
            let number = event.count
            let told = context.map { notice.post(from: $0) }
            // An observer may have reset the context. No notification follows for objects of before.
            guard objectMap.resetCount == resets else { return nil }
            tellResults(notice)
            guard isAll, notice.deleted.isEmpty, let told else { return nil }
            return ToldChanges(event: number, inserted: told.inserted, updated: told.updated)
        }
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
