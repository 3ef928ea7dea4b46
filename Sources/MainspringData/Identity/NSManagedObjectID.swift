public import Foundation
public import MainspringModel

/// Which object it is, in whatever context: a value that may go to any thread.
///
/// An object that was never saved has a temporary identity; when it is saved into a store it gets another one, for good.
/// The two are not equal. An identity may be older than the object and outlive it.
open class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant, and so is an entity in use.

    package final let key: ObjectKey
    /// The entity of the object; for one of which no row was read, possibly one that it inherits from.
    public final let entity: NSEntityDescription

    init(_ key: ObjectKey, _ entity: NSEntityDescription) {
        self.key = key
        self.entity = entity
    }

    /// Makes an identity for a store of another module.
    package convenience init(key: ObjectKey, entity: NSEntityDescription) { self.init(key, entity) }

    /// Whether no store knows the object yet.
    public final var isTemporaryID: Bool { key.isTemporary }

    /// The object's store; nil for a temporary identity, or when the store was removed.
    public final var persistentStore: NSPersistentStore? { StoreNumbers.store(key.store) }

    /// Itself: it is constant.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other one is of the same object.
    open override func isEqual(_ object: Any?) -> Bool {
        // A set of identities asks this of every other one, and a cast costs more than all the rest.
        let isSame: Bool? = ValueBits.object(object, givenAs: NSManagedObjectID.self)?._withUnsafeGuaranteedRef {
            other in
            guard type(of: other) == NSManagedObjectID.self else { return nil }
            return unsafeDowncast(other, to: NSManagedObjectID.self).key == key
        }
        return isSame ?? (object as? NSManagedObjectID).map { $0.key == key } ?? false
    }

    open override var hash: Int { Int(bitPattern: key.spread) }

    /// The identity as a URI.
    open override var description: String { uriRepresentation().absoluteString }
}
