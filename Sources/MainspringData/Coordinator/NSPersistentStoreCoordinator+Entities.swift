internal import Foundation
@_spi(Tools) internal import MainspringModel

extension NSPersistentStoreCoordinator {
    /// The stores that may have objects of an entity, in their order.
    final func stores(for entity: NSEntityDescription, among affected: [AnyObject]? = nil) -> [NSPersistentStore] {
        persistentStores.filter { store in
            (affected?.contains { $0 === store } ?? true) && keeps(entity, store)
        }
    }

    /// The store that gets new objects of an entity to which the program assigns none: the first that may have them and
    /// be written.
    final func store(for entity: NSEntityDescription) -> NSPersistentStore? {
        stores(for: entity).first { !$0.isReadOnly }
    }

    /// The store of a new object.
    /// - Throws: `CocoaError` 134060 without stores, for an entity that is not the model's, and where no store has it; 134020
    ///   where those that have it cannot be written.
    final func requiredStore(for entity: NSEntityDescription) throws -> NSPersistentStore {
        // Looked at once: they may be others the next time.
        let stores = stores(for: entity)
        if let store = stores.first(where: { !$0.isReadOnly }) { return store }
        if let store = stores.first { throw Self.readOnlyError(store) }
        let name = entity.name ?? ""
        guard !persistentStores.isEmpty else {
            throw CoreDataError.make(
                NSCoreDataError,
                "\(title) has no persistent stores, and cannot save an object of “\(name)”. Add a store first.")
        }
        guard entity.model === managedObjectModel else {
            let reason =
                managedObjectModel.own(entity) == nil
                ? "the model of \(title) does not have that entity"
                : "it was made without a context, of an entity of another copy of the model of \(title)"
            throw CoreDataError.make(
                NSCoreDataError,
                "An object of “\(name)” cannot be saved: \(reason). Make objects of the entities that "
                    + "NSEntityDescription.entity(forEntityName:in:) gives.")
        }
        throw CoreDataError.make(
            NSCoreDataError,
            "No store of \(title) keeps objects of “\(name)”. Add the entity to a store's configuration, or add a store "
                + "without one.")
    }

    /// What is said of a store that cannot be written.
    static func readOnlyError(_ store: NSPersistentStore) -> any Error {
        CoreDataError.make(
            NSPersistentStoreIncompatibleSchemaError,
            "Nothing can be saved into \(store): it is read-only. "
                + (store.readOnlyReason ?? "Open it without NSReadOnlyPersistentStoreOption to save into it."),
            userInfo: ([NSAffectedStoresErrorKey: [store]] as [String: Any]).merging(
                store.url.map { [NSFilePathErrorKey: $0.path as Any] } ?? [:]
            ) { first, _ in first })
    }

    private func keeps(_ entity: NSEntityDescription, _ store: NSPersistentStore) -> Bool {
        guard entity.model === managedObjectModel else { return false }
        let name = store.configurationName
        guard name != NSManagedObjectModel.defaultConfigurationName else { return true }
        let entities = managedObjectModel.entities(forConfigurationName: name) ?? []
        // Who asks for an entity asks for those that inherit from it as well.
        return entities.contains { $0.isKindOf(entity: entity) }
    }

    /// Whether new objects of the very entity may go into a store.
    final func accepts(_ entity: NSEntityDescription, _ store: NSPersistentStore) -> Bool {
        has(store) && !store.isReadOnly
            && managedObjectModel.entities(forConfigurationName: store.configurationName)?.contains { $0 === entity }
                ?? false
    }
}
