internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What a fetch can give: managed objects of a context, or rows of a store that is in memory.
///
/// Values are asked for by key: attributes as objects hold them, a to-one relationship as the other candidate, a to-many
/// one as an array or a set of candidates; nil for nothing. Equal are those that are the same object. Used on the calling
/// thread.
protocol FetchCandidate: KeyValueCoding, Hashable {
    /// The very entity of the object, which may be a subentity of the one that is asked for.
    var entity: NSEntityDescription { get }
    /// Which object it is: what objects are compared by.
    var objectID: NSManagedObjectID { get }

    /// Which object a to-one relationship leads to; nil if to none.
    func destinationID(forKey key: String) -> NSManagedObjectID?

    /// How the attributes of an entity's objects are read in their own types, by those of subentities too; nil if every
    /// value is to be asked for by key.
    ///
    /// Asked once for each fetch. Values must be those that the key gives.
    static func typedKeys(of entity: NSEntityDescription) -> KeyTable?
}

extension FetchCandidate {
    /// Asks for the other candidate.
    func destinationID(forKey key: String) -> NSManagedObjectID? {
        (plain(value(forKey: key)) as? any FetchCandidate)?.objectID
    }

    /// None.
    static func typedKeys(of entity: NSEntityDescription) -> KeyTable? { nil }
}

/// A value that is neither an optional inside `Any` nor `NSNull`.
func plain(_ value: Any?) -> Any? {
    // A comparison of types, since a cast would ask whether the value is bridged.
    guard let value = flattened(value), type(of: value) != NSNull.self else { return nil }
    return value
}
