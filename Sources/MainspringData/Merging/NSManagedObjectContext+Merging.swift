public import Foundation

extension NSManagedObjectContext {
    /// Takes over what another context has saved, by its notification ``didSaveObjectsNotification`` or
    /// ``didSaveObjectIDsNotification``.
    ///
    /// Of the notification's objects only the identities are used, so that it may be another queue's. What was inserted is
    /// here as faults, what is here of the changed is read anew and keeps its own changes that are not saved, what is here
    /// of the deleted is deleted. On the context's queue.
    ///
    /// The other context may be another coordinator's that has opened the same store; what is in none of this one's stores
    /// is left out.
    public final func mergeChanges(fromContextDidSave notification: Notification) {
        use {
            var saved = SavedIdentities(notification.userInfo ?? [:]) { _ in nil }
            saved.mayLackEnds = !(notification.object is NSManagedObjectContext)
            if let coordinator = persistentStoreCoordinator {
                let others = saved.translate(for: coordinator)
                // What another coordinator has saved nobody has told the stores; and whose save it was a history does not tell.
                coordinator.forgetRows(of: notification.object is NSManagedObjectContext ? others : saved.all)
            }
            core.merge(saved)
        }
    }

    /// Takes what somebody else has saved, such as a batch request or another process, over into several contexts.
    /// - Parameters:
    ///   - changeNotificationData: arrays or sets of objects, identities or URIs by the keys of notifications; identities
    ///     may be those of another coordinator that has opened the same store.
    ///   - contexts: each does it on its queue; a parent before its children.
    public class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {
        let depth: (NSManagedObjectContext) -> Int = {
            sequence(first: $0, next: \.parent).reduce(0) { sum, _ in sum + 1 }
        }
        for context in contexts.sorted(by: { depth($0) < depth($1) }) {
            context.performInside { core in
                let coordinator = context.persistentStoreCoordinator
                var saved = SavedIdentities(changeNotificationData) {
                    coordinator?.managedObjectID(forURIRepresentation: $0)
                }
                saved.mayLackEnds = true
                if let coordinator { _ = saved.translate(for: coordinator) }
                // Nobody else has told the stores.
                coordinator?.forgetRows(of: saved.all)
                core.merge(saved)
            }
        }
    }
}
