internal import Foundation

/// What a save has saved, as the context tells it: by objects, and by identities.
struct SaveNotice {
    private var objects: [AnyHashable: Any] = [:]
    private var identities: [AnyHashable: Any] = [:]

    /// - Parameter told: has the new and the changed objects, where they are gathered already.
    /// - Parameter pause: called for each object.
    init(_ saved: ContextCore.Unsaved, _ told: ToldChanges?, _ pause: () -> Void = {}) {
        add(saved.inserted, told?.inserted, NSInsertedObjectsKey, NSInsertedObjectIDsKey, pause)
        add(saved.updated, told?.updated, NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, pause)
        add(saved.deleted, nil, NSDeletedObjectsKey, NSDeletedObjectIDsKey, pause)
    }

    private mutating func add(
        _ saved: [NSManagedObject], _ set: Set<NSManagedObject>?, _ key: String, _ identityKey: String,
        _ pause: () -> Void
    ) {
        guard !saved.isEmpty else { return }
        objects[key] =
            set
            ?? Set(of: saved) { object in
                pause()
                return object
            }
        // In their order, and not in the set's: objects lie in memory as they were made.
        identities[identityKey] = Set(of: saved) { object in
            pause()
            return object.objectID
        }
    }

    func post(from context: NSManagedObjectContext) {
        NotificationCenter.default.post(name: .NSManagedObjectContextDidSave, object: context, userInfo: objects)
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: context, userInfo: identities)
    }
}
