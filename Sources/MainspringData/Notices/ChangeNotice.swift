internal import Foundation

/// What an event has changed, as the context tells it.
struct ChangeNotice {
    private(set) var inserted: ContiguousArray<NSManagedObject> = []
    private(set) var updated: ContiguousArray<NSManagedObject> = []
    private(set) var deleted: ContiguousArray<NSManagedObject> = []
    private(set) var refreshed: ContiguousArray<NSManagedObject> = []

    init(of core: ContextCore) {
        let touched = core.touched
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
        refreshed = ContiguousArray(core.refreshed)
        if !core.mergedInsertions.isEmpty, !updated.isEmpty {
            // What has come just now is new, whatever this event has done to it since.
            let come = ObjectSet(core.mergedInsertions)
            updated.removeAll { come.contains($0) }
        }
        inserted += core.mergedInsertions
        deleted += core.mergedDeletions
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }

    /// - Returns: the new and the changed objects as they were told.
    func post(from context: NSManagedObjectContext) -> (inserted: Set<NSManagedObject>, updated: Set<NSManagedObject>) {
        let told = (inserted: Set(gathering: inserted), updated: Set(gathering: updated))
        guard !isEmpty else { return told }
        var userInfo: [AnyHashable: Any] = [:]
        for (key, objects) in [
            (NSInsertedObjectsKey, told.inserted), (NSUpdatedObjectsKey, told.updated),
            (NSDeletedObjectsKey, Set(gathering: deleted)), (NSRefreshedObjectsKey, Set(gathering: refreshed)),
        ] where !objects.isEmpty {
            userInfo[key] = objects
        }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: context, userInfo: userInfo)
        return told
    }
}
