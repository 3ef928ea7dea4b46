public import Foundation

/// What an atomic store has of an object.
///
/// Values are kept by the names of the properties: those of attributes as objects have them, of relationships the other
/// objects' nodes or identities, in a set or an ordered set where there may be many.
open class NSAtomicStoreCacheNode: NSObject {
    /// Which object it is.
    public final let objectID: NSManagedObjectID
    /// The values; nil as long as there are none.
    open var propertyCache: NSMutableDictionary?

    /// Makes a node without values.
    public init(objectID moid: NSManagedObjectID) {
        objectID = moid
        super.init()
    }

    /// The value of a property; nil if there is none. What the store saves and contexts read comes from here.
    open func value(forKey key: String) -> Any? { propertyCache?.object(forKey: key as NSString) }

    /// Sets the value of a property; nil for none.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let value else {
            propertyCache?.removeObject(forKey: key as NSString)
            return
        }
        let values = propertyCache ?? NSMutableDictionary()
        values.setObject(value, forKey: key as NSString)
        propertyCache = values
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSAtomicStoreCacheNode: @unchecked Sendable {}
