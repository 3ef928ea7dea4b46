public import Foundation
public import MainspringModel

/// What an incremental store gives of an object: its values, by the names of the properties, and its version.
///
/// Values of relationships to one are `NSManagedObjectID`s, or `NSNull` for none; one that is not there is asked for by
/// itself. Values of relationships to many are not among them.
open class NSIncrementalStoreNode: NSObject {
    /// Which object it is.
    public final let objectID: NSManagedObjectID
    private final var values: [String: Any]
    /// How the store tells that the object has changed.
    public final private(set) var version: UInt64

    /// Makes a node.
    public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
        self.objectID = objectID
        self.values = values
        self.version = version
        super.init()
    }

    /// Replaces values and version.
    open func update(withValues values: [String: Any], version: UInt64) {
        self.values = values
        self.version = version
    }

    /// The value of a property; nil if the node does not have it.
    open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSIncrementalStoreNode: @unchecked Sendable {}
