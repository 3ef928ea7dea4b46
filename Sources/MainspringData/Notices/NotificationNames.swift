public import Foundation

extension NSNotification.Name {
    /// A context has processed changes; its user info has the objects by ``NSInsertedObjectsKey`` and the like. Posted
    /// on the context's queue.
    public static let NSManagedObjectContextObjectsDidChange = NSNotification.Name(
        "NSObjectsChangedInManagingContextNotification")
    /// A context is about to be saved. Posted on the context's queue.
    public static let NSManagedObjectContextWillSave = NSNotification.Name(
        "NSManagingContextWillSaveChangesNotification")
    /// A context was saved; its user info has the objects. Posted on the context's queue.
    public static let NSManagedObjectContextDidSave = NSNotification.Name("NSManagingContextDidSaveChangesNotification")
    /// A context was saved; its user info has the objects' identities. Posted on the context's queue.
    public static let NSManagedObjectContextDidSaveObjectIDs = NSNotification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// A context has merged what another one has saved; its user info has the objects' identities.
    public static let NSManagedObjectContextDidMergeChangesObjectIDs = NSNotification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

/// The key of the objects that were inserted: a set.
public let NSInsertedObjectsKey = "inserted"
/// The key of the objects that were changed: a set.
public let NSUpdatedObjectsKey = "updated"
/// The key of the objects that were deleted: a set.
public let NSDeletedObjectsKey = "deleted"
/// The key of the objects whose values were read anew: a set.
public let NSRefreshedObjectsKey = "refreshed"
/// The key of the objects whose values are given up: a set.
public let NSInvalidatedObjectsKey = "invalidated"
/// The key that says that all objects of the context were given up: an array of their identities.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// The key of the identities of what was inserted: a set.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The key of the identities of what was changed: a set.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The key of the identities of what was deleted: a set.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// The key of the identities of what was read anew: a set.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// The key of the identities of what was given up: a set.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
/// The key of the query generation that a saved context has from then on.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

extension NSManagedObjectContext {
    /// A context has processed changes.
    public static let didChangeObjectsNotification = NSNotification.Name.NSManagedObjectContextObjectsDidChange
    /// A context is about to be saved.
    public static let willSaveObjectsNotification = NSNotification.Name.NSManagedObjectContextWillSave
    /// A context was saved.
    public static let didSaveObjectsNotification = NSNotification.Name.NSManagedObjectContextDidSave
    /// A context was saved, by identities.
    public static let didSaveObjectIDsNotification = NSNotification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// A context has merged what another one has saved, by identities.
    public static let didMergeChangesObjectIDsNotification = NSNotification.Name
        .NSManagedObjectContextDidMergeChangesObjectIDs

    /// The keys of the user info of a context's notifications.
    public enum NotificationKey: String, Sendable {
        /// The context that a notification of a merge is about.
        case sourceContext = "managedObjectContext"
        /// The query generation that a saved context has from then on.
        case queryGeneration = "newQueryGeneration"
        /// All objects of the context were given up.
        case invalidatedAllObjects = "invalidatedAll"
        /// The objects that were inserted.
        case insertedObjects = "inserted"
        /// The objects that were changed.
        case updatedObjects = "updated"
        /// The objects that were deleted.
        case deletedObjects = "deleted"
        /// The objects whose values were read anew.
        case refreshedObjects = "refreshed"
        /// The objects whose values were given up.
        case invalidatedObjects = "invalidated"
        /// The identities of what was inserted.
        case insertedObjectIDs = "inserted_objectIDs"
        /// The identities of what was changed.
        case updatedObjectIDs = "updated_objectIDs"
        /// The identities of what was deleted.
        case deletedObjectIDs = "deleted_objectIDs"
        /// The identities of what was read anew.
        case refreshedObjectIDs = "refreshed_objectIDs"
        /// The identities of what was given up.
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }
}
