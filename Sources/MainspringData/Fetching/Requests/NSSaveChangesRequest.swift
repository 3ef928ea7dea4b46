public import Foundation

/// What a context asks stores to save; ``NSIncrementalStore`` gets it.
///
/// Belongs to the queue of the context.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// The objects to insert; nil for none.
    public final let insertedObjects: Set<NSManagedObject>?
    /// The objects to change; nil for none.
    public final let updatedObjects: Set<NSManagedObject>?
    /// The objects to delete; nil for none.
    public final let deletedObjects: Set<NSManagedObject>?
    /// The objects that must be as they were read, though they do not change; nil for none.
    public final let lockedObjects: Set<NSManagedObject>?

    /// A save request.
    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }

    /// Makes a request.
    public init(
        inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
        deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {
        self.insertedObjects = insertedObjects
        self.updatedObjects = updatedObjects
        self.deletedObjects = deletedObjects
        self.lockedObjects = lockedObjects
        super.init()
    }

    /// Returns a copy, of the same objects.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSSaveChangesRequest(
            inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects, locked: lockedObjects)
        copy.affectedStores = affectedStores
        return copy
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSSaveChangesRequest: @unchecked Sendable {}
