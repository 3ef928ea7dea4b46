public import Foundation
internal import MainspringFoundation
public import MainspringModel

extension NSManagedObjectModel {
    /// Returns the model with which an SQLite store was made, as the store itself keeps it. Ours.
    ///
    /// A store of which nobody has the model is opened with it:
    /// ```swift
    /// let model = try NSManagedObjectModel.modelOfStore(at: url)
    /// let container = NSPersistentContainer(name: "Store", managedObjectModel: model)
    /// ```
    /// Its entities have the version hashes of the store. It has no validation, and the classes only where the store names
    /// them. Changes nothing at the place; takes as long as reading the model.
    /// - Throws: `CocoaError` 134000 for what is no store; 134080 for a store that keeps no model, as those made before 2012,
    ///   or one that is damaged.
    public static func modelOfStore(at url: URL) throws -> NSManagedObjectModel { try modelOfStore(at: url, nil) }

    /// The same of one that is opened with options.
    static func modelOfStore(at url: URL, _ options: [AnyHashable: Any]?) throws -> NSManagedObjectModel {
        let hashes =
            try StoreFacts.of(url, options)?.metadata[NSStoreModelVersionHashesKey]?.dictionary?.entries ?? [:]
        guard let model = try StoreFacts.reading(url, options, ModelCacheTable.read) else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) keeps no model. Open it with a model of your own.",
                userInfo: [NSFilePathErrorKey: url.path])
        }
        for entity in model.entities {
            if let hash = entity.name.flatMap({ hashes[$0]?.data }) { entity.knownVersionHash = hash }
        }
        return model
    }
}
