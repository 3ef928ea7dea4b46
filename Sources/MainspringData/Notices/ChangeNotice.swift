internal import Foundation

/// What an event has changed, as the context tells it.
struct ChangeNotice {
    private(set) var inserted: [NSManagedObject] = []
    private(set) var updated: [NSManagedObject] = []
    private(set) var deleted: [NSManagedObject] = []
    private(set) var refreshed: [NSManagedObject] = []

    init(of core: ContextCore) {
        let touched = core.event.touched
        touched.forEachHeld { object in
            let state = object.state
            switch (state.contains(.insertedNow), state.contains(.deletedNow)) {
            case (true, true): break
            case (true, false): inserted.append(object)
            case (false, true): deleted.append(object)
            // What was deleted by an earlier event, and is only unlinked now, was told then.
            case (false, false): if !state.contains(.deleted) { updated.append(object) }
            }
        }
        // One that was forgotten since is not the context's any more.
        refreshed = core.event.refreshed.filter { $0.core === core }
        let isMerged = !core.event.mergedInsertions.isEmpty || !core.event.mergedDeletions.isEmpty
        inserted += core.event.mergedInsertions
        deleted += core.event.mergedDeletions
        if isMerged || !refreshed.isEmpty { keepApart() }
    }

    /// Lets each object stand where its end of the event is: what goes is told as that alone, and what has come just now is new,
    /// whatever this event has done to it since.
    private mutating func keepApart() {
        if !deleted.isEmpty {
            let gone = ObjectSet(deleted)
            inserted.removeAll { gone.contains($0) }
            updated.removeAll { gone.contains($0) }
            refreshed.removeAll { gone.contains($0) }
        }
        if !inserted.isEmpty, !updated.isEmpty {
            let come = ObjectSet(inserted)
            updated.removeAll { come.contains($0) }
        }
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }

    /// - Returns: the new and the changed objects as they were told.
    func post(from context: NSManagedObjectContext) -> (inserted: Set<NSManagedObject>, updated: Set<NSManagedObject>) {
        let told = (inserted: Set(of: inserted) { $0 }, updated: Set(of: updated) { $0 })
        guard !isEmpty else { return told }
        var userInfo: [AnyHashable: Any] = [:]
        for (key, objects) in [
            (NSInsertedObjectsKey, told.inserted), (NSUpdatedObjectsKey, told.updated),
            (NSDeletedObjectsKey, Set(of: deleted) { $0 }), (NSRefreshedObjectsKey, Set(of: refreshed) { $0 }),
        ] where !objects.isEmpty {
            userInfo[key] = objects
        }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: context, userInfo: userInfo)
        return told
    }
}
