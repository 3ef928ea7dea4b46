internal import Foundation

/// What a save has saved, as the context tells it: by objects, and by identities.
struct SaveNotice {
    private let groups: [(key: String, identityKey: String, objects: Set<NSManagedObject>)]

    /// - Parameter updates: are the changed objects, where they are gathered already.
    init(_ saved: ContextCore.Unsaved, updates: Set<NSManagedObject>?) {
        groups = [
            (NSInsertedObjectsKey, NSInsertedObjectIDsKey, Set(saved.inserted)),
            (NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, updates ?? Set(saved.updated)),
            (NSDeletedObjectsKey, NSDeletedObjectIDsKey, Set(saved.deleted)),
        ].filter { !$0.2.isEmpty }
    }

    func post(from context: NSManagedObjectContext) {
        var objects: [AnyHashable: Any] = [:]
        var identities: [AnyHashable: Any] = [:]
        for group in groups {
            objects[group.key] = group.objects
            identities[group.identityKey] = Set(group.objects.map(\.objectID))
        }
        NotificationCenter.default.post(name: .NSManagedObjectContextDidSave, object: context, userInfo: objects)
        NotificationCenter.default.post(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: context, userInfo: identities)
    }
}
