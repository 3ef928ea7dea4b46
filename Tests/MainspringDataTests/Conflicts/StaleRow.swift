import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// An object of a store, a context with children, and another context that saves the object beside them.
struct StaleRow {
    /// The way in which a context learns of the other context's save.
    enum Merge: CaseIterable {
        case notification, identities, refresh, drop, refreshAll, refetch
    }

    let company = Company(ordered: ["projects"])
    let (root, other): (NSManagedObjectContext, NSManagedObjectContext)
    /// A person, Anna, with the amount 1,000.
    let identity: NSManagedObjectID

    init() throws {
        (root, other) = (company.context(), company.context())
        let anna = company.make("Person", "Anna", in: root)
        anna.age = 1_000
        try root.save()
        identity = anna.objectID
        root.reset()
    }

    /// Lets the other context save a change.
    func saveElsewhere(_ change: (NSManagedObject) -> Void = { $0.age = 1_100 }) throws {
        let object = other.object(with: identity)
        change(object)
        try other.save()
    }

    /// Changes both the age and the name.
    static func changeBoth(_ object: NSManagedObject) {
        object.age = 1_100
        object.rename("Anne")
    }

    func merge(_ merge: Merge, into context: NSManagedObjectContext) {
        switch merge {
        case .notification:
            context.mergeChanges(
                fromContextDidSave: Notification(
                    name: .NSManagedObjectContextDidSave, object: other,
                    userInfo: [NSUpdatedObjectsKey: Set([other.object(with: identity)])]))
        case .identities:
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectIDsKey: [identity]], into: [context])
        case .refresh: context.refresh(context.object(with: identity), mergeChanges: true)
        case .drop: context.refresh(context.object(with: identity), mergeChanges: false)
        case .refreshAll: context.refreshAllObjects()
        case .refetch:
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.shouldRefreshRefetchedObjects = true
            _ = try? context.fetch(request)
        }
    }

    /// The name and the age of the object in the store.
    func stored() throws -> String { try company.read(identity) { "\($0.title) \($0.age)" } }

    /// The conflicts with which a closure fails; nil if it does not fail by any.
    static func conflicts(_ body: () throws -> Void) -> [NSMergeConflict]? {
        do {
            try body()
            return nil
        } catch {
            let error = error as NSError
            guard error.code == NSManagedObjectMergeError else { return nil }
            return error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        }
    }
}
