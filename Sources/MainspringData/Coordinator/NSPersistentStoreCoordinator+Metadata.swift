public import Foundation
internal import MainspringModel

extension NSPersistentStoreCoordinator {
    /// The metadata of a store; see ``NSPersistentStore/metadata``.
    public final func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata ?? [:] }

    /// Replaces the metadata of a store. The kind of store and its identifier stay unless others are given. An atomic
    /// store keeps them with its next save.
    public final func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        let known = store.metadata ?? [:]
        var changed = metadata ?? [:]
        for key in [NSStoreTypeKey, NSStoreUUIDKey] where changed[key] == nil { changed[key] = known[key] }
        if type(of: store).traits.contains(.isStamped) {
            for (key, value) in known where key.hasPrefix("NSStoreModelVersion") { changed[key] = value }
        }
        store.metadata = changed
    }

    // MARK: Of what is not open

    /// Returns the metadata of what is at a place, without opening it. Others who have it locked are waited for as long as the options say
    /// (`NSPersistentStoreTimeoutOption`).
    /// - Throws: `CocoaError` 134000 for a kind of store that is not registered; what reading throws.
    public final class func metadataForPersistentStore(
        type storeType: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try StoreRegistry.type(storeType.rawValue, at: storeURL).metadata(at: storeURL, options)
    }

    /// Returns the metadata of what is at a place, as ``metadataForPersistentStore(type:at:options:)``.
    public final class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try StoreRegistry.type(storeType, at: url).metadata(at: url, options)
    }

    /// Replaces the metadata of what is at a place, without opening it. The kind of store and its identifier stay unless
    /// others are given.
    /// - Throws: `CocoaError` 134000 for a kind of store that is not registered; what reading and writing throw.
    public final class func setMetadata(
        _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try StoreRegistry.type(storeType.rawValue, at: storeURL).setMetadata(metadata, at: storeURL, options)
    }

    /// Replaces the metadata of what is at a place, as ``setMetadata(_:type:at:options:)``.
    public final class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try StoreRegistry.type(storeType, at: url).setMetadata(metadata, at: url, options)
    }
}
