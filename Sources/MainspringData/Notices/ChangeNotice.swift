internal import Foundation

/// What an event has changed, as the context tells it.
struct ChangeNotice {
    private(set) var inserted: ContiguousArray<NSManagedObject> = []
    private(set) var updated: ContiguousArray<NSManagedObject> = []
    private(set) var deleted: ContiguousArray<NSManagedObject> = []
    private(set) var refreshed: ContiguousArray<NSManagedObject> = []

    init(of core: ContextCore) {
        for object in core.touched {
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
        inserted += core.mergedInsertions
        deleted += core.mergedDeletions
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty }

    /// - Returns: the changed objects as they were told; nil if there are none.
    func post(from context: NSManagedObjectContext) -> Set<NSManagedObject>? {
        guard !isEmpty else { return nil }
        let updates = Set(updated)
        var userInfo: [AnyHashable: Any] = updates.isEmpty ? [:] : [NSUpdatedObjectsKey: updates]
        for (key, objects) in [
            (NSInsertedObjectsKey, inserted), (NSDeletedObjectsKey, deleted), (NSRefreshedObjectsKey, refreshed),
        ] where !objects.isEmpty {
            userInfo[key] = Set(objects)
        }
        NotificationCenter.default.post(
            name: .NSManagedObjectContextObjectsDidChange, object: context, userInfo: userInfo)
        return updates.isEmpty ? nil : updates
    }
}
