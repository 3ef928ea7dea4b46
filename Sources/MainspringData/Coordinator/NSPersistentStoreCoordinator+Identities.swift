public import Foundation
internal import MainspringModel

extension NSPersistentStoreCoordinator {
    /// Returns the identity that a URI stands for, whether there is such an object or not; nil if none of the stores has
    /// the identifier in the URI, if the model does not have the entity, and for what is no such URI.
    ///
    /// The URI of a temporary identity stands for it in the process that made it.
    public final func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        managedObjectID(for: url.absoluteString)
    }

    /// Returns the identity that the text of a URI stands for, as ``managedObjectID(forURIRepresentation:)``.
    public final func managedObjectID(for string: String) -> NSManagedObjectID? {
        guard let uri = IdentityURI(string), let entity = managedObjectModel.entitiesByName[uri.entityName] else {
            return nil
        }
        guard !uri.identifier.isEmpty else { return NSManagedObjectID.temporary(uri.key, of: entity) }
        guard uri.key.hasPrefix("p"), let store = persistentStores.first(where: { $0.identifier == uri.identifier })
        else { return nil }
        return store.service.identity(of: entity, forURIKey: String(uri.key.dropFirst()))
    }

    /// Lets stores read rows anew when they are asked for them.
    final func forgetRows(of identities: [NSManagedObjectID]) {
        for (number, identities) in Dictionary(grouping: identities, by: \.key.store) {
            StoreNumbers.store(number)?.service.forgetRows(of: identities)
        }
    }

    /// The identity that an object of another coordinator's store has here, where a store has the same identifier; itself
    /// for one of the coordinator's own; nil if none has.
    final func identity(for other: NSManagedObjectID) -> NSManagedObjectID? {
        guard let store = other.persistentStore else { return nil }
        if has(store) { return other }
        guard let entity = other.entity.name.flatMap({ managedObjectModel.entitiesByName[$0] }),
            let own = persistentStores.first(where: { $0.identifier == store.identifier })
        else { return nil }
        return own.service.identity(of: entity, forURIKey: store.uriKey(of: other.key))
    }
}

/// The parts of the URI of an identity: `x-coredata://identifier/Entity/p1`.
private struct IdentityURI {
    /// Empty for a temporary identity.
    let identifier: String
    let entityName: String
    /// With the letter before it.
    let key: String

    init?(_ text: String) {
        let scheme = "x-coredata://"
        guard text.utf8.count < 8_192, text.hasPrefix(scheme) else { return nil }
        let parts = text.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3,
            let entityName = parts[1..<parts.count - 1].joined(separator: "/").removingPercentEncoding,
            !entityName.isEmpty, let key = parts[parts.count - 1].removingPercentEncoding, key.count > 1
        else { return nil }
        (identifier, self.entityName, self.key) = (String(parts[0]), entityName, key)
    }
}
