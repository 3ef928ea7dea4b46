internal import Foundation
package import MainspringModel

/// The table `Z_MODELCACHE`: one row, with the model that the store was made with, packed.
package enum ModelCacheTable {
    /// The model of a file; nil if it has none, as those made before 2012.
    /// - Throws: ``SQLiteFailure``; `ModelFileError` if it cannot be read.
    package static func read(_ connection: SQLiteConnection) throws -> NSManagedObjectModel? {
        let table = try connection.prepare(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'")
        guard try table.step() else { return nil }
        let rows = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
        guard try rows.step(), !rows.isNull(0) else { return nil }
        let content = rows.data(0)
        guard !content.isEmpty else { return nil }
        return try ModelCache.model(of: content, path: "the model in \(connection.path)")
    }

    /// Writes a model in the place of the one that is there. A model with a value that cannot be archived is left out: the
    /// store does without one, as those of 2009 do.
    /// - Throws: ``SQLiteFailure``; `CocoaError` 134080 if there is not enough memory.
    static func write(_ model: NSManagedObjectModel, _ connection: SQLiteConnection) throws {
        let content: Data?
        do {
            content = try ModelCache.contentIfArchivable(model)
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "\(model.title) cannot be written into the store at \(connection.path): \(error.reason). Free some, and try "
                    + "again.", userInfo: [NSFilePathErrorKey: connection.path])
        }
        try connection.execute("DELETE FROM Z_MODELCACHE")
        guard let content else { return }
        let statement = try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
        try statement.bind(content, at: 1)
        try statement.run()
    }
}
