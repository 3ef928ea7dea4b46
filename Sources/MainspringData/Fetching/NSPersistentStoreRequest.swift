public import Foundation

/// What kind of request it is; Apple's numbers.
public enum NSPersistentStoreRequestType: UInt, Sendable {
    /// Objects are asked for.
    case fetchRequestType = 1
    /// Changes are saved.
    case saveRequestType = 2
    /// Rows are inserted without objects.
    case batchInsertRequestType = 5
    /// Rows are changed without objects.
    case batchUpdateRequestType = 6
    /// Rows are deleted without objects.
    case batchDeleteRequestType = 7
}

/// What stores are asked to do.
open class NSPersistentStoreRequest: NSObject, NSCopying {
    /// What kind of request it is.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    /// The stores that are asked; all of the coordinator's without.
    open var affectedStores: [NSPersistentStore]?

    /// Makes a request; subclasses say of what.
    public override init() { super.init() }

    /// Returns a copy, which may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreRequest()
        copy.affectedStores = affectedStores
        return copy
    }
}
