internal import FileAccess
public import Foundation
internal import MainspringModel

extension NSPersistentStoreCoordinator {
    /// Adds a store: opens what is at a place, or makes a new one.
    ///
    /// Reads an atomic store as a whole. What is there must be of that kind, and of the coordinator's model: then it is
    /// opened on the calling thread, and others may use the coordinator meanwhile. What is of another version of the model is migrated
    /// before, if the options ask for that: see <doc:MigratingStores>.
    /// - Parameters:
    ///   - type: the kind of store.
    ///   - configuration: the configuration of the model whose entities' objects the store keeps; nil for all.
    ///   - storeURL: the place. A store in memory does not look at it.
    ///   - options: keys are those with “Option” at the end of their names.
    /// - Throws: `CocoaError`s: 134000 for a kind that is not registered, and for a file of no known format; 134010 for a
    ///   store of another kind; 134060 for a configuration that the model does not have; 134080 if it cannot be opened,
    ///   or is there already; 134100 for a store of another model; whatever a custom store throws.
    @discardableResult
    public final func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try add(type.rawValue, configuration, storeURL, options)
    }

    /// Adds a store: opens what is at a place, or makes a new one.
    ///
    /// As ``addPersistentStore(type:configuration:at:options:)``, with the kind of store as a word.
    /// - Parameter storeURL: the place; nil for a store in memory.
    @discardableResult
    public final func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try add(storeType, configuration, storeURL, options)
    }

    /// Adds the store that is described, on the calling thread or, as the description says, on another one.
    /// - Parameter block: called with the description, and the error if there is one: before this returns, or on a thread
    ///   of the coordinator's.
    public final func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        guard storeDescription.shouldAddStoreAsynchronously else { return add(storeDescription, block) }
        let handed = HandedOver((storeDescription, block))
        perform { self.add(handed.value.0, handed.value.1) }
    }

    private func add(
        _ description: NSPersistentStoreDescription, _ block: (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        do {
            try add(
                description.type, description.configuration, description.url, description.options,
                describedBy: description)
        } catch {
            return block(description, error)
        }
        block(description, nil)
    }

    /// Adds a store and tells of it.
    @discardableResult
    private func add(
        _ word: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any]?,
        describedBy description: NSPersistentStoreDescription? = nil
    ) throws -> NSPersistentStore {
        let store = try open(word, configuration, url, options)
        store.source = description
        let notice = StoresNotice(added: [store])
        notice.postWillChange(from: self)
        try take(store)
        notice.postDidChange(from: self)
        return store
    }

    /// Opens a store that is not among the coordinator's yet.
    final func open(
        _ word: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        let type = try StoreRegistry.type(word, at: url)
        guard let entities = managedObjectModel.entities(forConfigurationName: configuration) else {
            throw CoreDataError.make(
                NSCoreDataError,
                "Unable to find a configuration named “\(configuration ?? "")” in \(managedObjectModel.title)"
                    + (url.map { " for the store at \($0.path)" } ?? "") + ". There are: "
                    + managedObjectModel.configurationNames.joined(separator: ", ") + ". Give one of these, or nil.",
                userInfo: url.map { [NSFilePathErrorKey: $0.path] } ?? [:])
        }
        let isInMemory = type.traits.contains(.needsNoPlace)
        guard let place = url ?? (isInMemory ? URL(string: "memory://\(UUID.random().uuidString)") : nil) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError, "A store of the kind “\(word)” needs a place. Give a URL.")
        }
        guard isInMemory || place.isFileURL || !(type is FileStore.Type || type is SQLiteStore.Type) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "A store of the kind “\(word)” cannot be at \(place.absoluteString). Give the URL of a file.")
        }
        let fit = ModelFit(
            entities: entities, model: managedObjectModel, word: word, url: place, options: options, type: type,
            configuration: configuration)
        return try whileOpening(isInMemory ? nil : place) {
            if !isInMemory, let known = try type.knownMetadata(at: place, options) { try fit.migrateIfNeeded(known) }
            let opening = StoreOpening(self, configuration: configuration, url: place, options: options)
            let store = NSPersistentStore.make(type, opening)
            store.noteType(word)
            try store.loadMetadata()
            var metadata = store.metadata ?? [:]
            try fit.check(metadata)
            if fit.complete(&metadata, of: store, stamps: type.traits.contains(.isStamped)) {
                store.metadata = metadata
            }
            StoreNumbers.add(store)
            do {
                try store.open(managedObjectModel)
            } catch {
                StoreNumbers.remove(store.number)
                throw error
            }
            return store
        }
    }

    /// Takes a store in that was opened.
    private func take(_ store: NSPersistentStore) throws {
        try list(store)
        store.didAdd(to: self)
    }

    /// Puts a store that was opened among the coordinator's, in the place of another if there is one, and tells nobody.
    final func list(_ store: NSPersistentStore, inPlaceOf former: NSPersistentStore? = nil) throws {
        guard append(store, inPlaceOf: former) else {
            StoreNumbers.remove(store.number)
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "\(store) cannot be added to \(title): another store there has its identifier, \(store.identifier ?? ""). "
                    + "A file that was copied is the same store; give the copy another identifier by setMetadata first."
            )
        }
    }
}

extension NSPersistentStore {
    /// The metadata of what is at a place; nil if nothing is there, or nothing is known of it.
    static func knownMetadata(at url: URL, _ options: [AnyHashable: Any]? = nil) throws -> [String: Any]? {
        guard url.isFileURL, StoreFile.isFilled(url) else { return nil }
        let metadata = try metadata(at: url, options)
        return metadata.isEmpty ? nil : metadata
    }
}
