public import Foundation

/// Where objects are made and changed together.
///
/// So far it keeps the objects that were inserted. One thread, or one queue, at a time.
open class NSManagedObjectContext: NSObject {
    /// What the context is called in sentences and logs.
    open var name: String?
    /// The objects that were inserted and are not saved.
    open private(set) var insertedObjects: Set<NSManagedObject> = []

    /// Makes an object one of the context's. Twice is as good as once.
    open func insert(_ object: NSManagedObject) {
        guard insertedObjects.insert(object).inserted else { return }
        object.context = self
    }
}

/// As Apple annotates its objects: a context is used on its queue.
@available(*, unavailable)
extension NSManagedObjectContext: @unchecked Sendable {}
