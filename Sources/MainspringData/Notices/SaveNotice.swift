internal import Foundation

/// What a save has saved, as the context tells it: by objects, and by identities.
struct SaveNotice {
    private let groups: [(key: String, identityKey: String, objects: [NSManagedObject])]
    /// The changed ones, gathered already.
    private let updates: Set<NSManagedObject>?

    init(_ saved: ContextCore.Unsaved, updates: Set<NSManagedObject>?) {
        self.updates = updates
        groups = [
            (NSInsertedObjectsKey, NSInsertedObjectIDsKey, saved.inserted),
            (NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, saved.updated),
            (NSDeletedObjectsKey, NSDeletedObjectIDsKey, saved.deleted),
        ].filter { !$0.2.isEmpty }
    }

    func post(from context: NSManagedObjectContext) {
        var objects: [AnyHashable: Any] = [:]
        var identities: [AnyHashable: Any] = [:]
        for group in groups {
            objects[group.key] = group.key == NSUpdatedObjectsKey ? updates ?? Set(group.objects) : Set(group.objects)
            identities[group.identityKey] = Set(group.objects.map(\.objectID))
        }
        NotificationCenter.default.post(name: .NSManagedObjectContextDidSave, object: context, userInfo: objects)
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: context, userInfo: identities)
    }
}
