public import Foundation

/// The model that a store keeps, as it stands in the table `Z_MODELCACHE`: a keyed archive, packed by DEFLATE. Ours.
///
/// ```swift
/// let model = try ModelCache.model(of: content)
/// let content = try ModelCache.content(for: model)
/// ```
public enum ModelCache {
    /// Reads the model of a cache.
    ///
    /// The model has no validation, and often no names of classes, which caches do not keep. Takes at most four times the
    /// memory
    /// of the content, and 64 MiB.
    /// - Parameters:
    ///   - content: is what the column `Z_CONTENT` holds.
    ///   - path: says in errors where it is from.
    /// - Throws: ``ModelFileError``.
    public static func model(
        of content: Data, path: String = "the model of a store"
    ) throws(ModelFileError) -> NSManagedObjectModel {
        try read(content, path: path).model
    }

    /// Reads the model of a cache, with what was not understood.
    package static func read(
        _ content: Data, path: String
    ) throws(ModelFileError) -> (model: NSManagedObjectModel, notes: [String]) {
        let archive: Data
        do {
            archive = try Deflate.decompress(content, limit: greatestSize(packed: content.count))
        } catch {
            throw ModelFileError(
                path: path, reason: "\(error.clause); the store is damaged there, so open it with a model of your own")
        }
        let model = NSManagedObjectModel()
        let notes = try ModelArchiveReader.read(archive, path: path, into: model)
        return (model, notes)
    }

    /// The content for a model's cache.
    ///
    /// - Throws: ``ModelFileError`` if the model has issues, or a predicate or value that cannot be archived.
    public static func content(for model: NSManagedObjectModel) throws(ModelFileError) -> Data {
        try packed(ModelArchiveWriter.write(model, for: .cache, path: model.title), of: model)
    }

    /// The content for a model's cache, or `nil` if the model has a value that cannot be archived.
    ///
    /// - Throws: ``ModelFileError`` if the archive cannot be packed for want of memory.
    package static func contentIfArchivable(_ model: NSManagedObjectModel) throws(ModelFileError) -> Data? {
        guard let archive = try? ModelArchiveWriter.write(model, for: .cache, path: model.title) else { return nil }
        return try packed(archive, of: model)
    }

    private static func packed(_ archive: Data, of model: NSManagedObjectModel) throws(ModelFileError) -> Data {
        do {
            return try Deflate.compress(archive)
        } catch {
            throw ModelFileError(path: model.title, reason: error.clause)
        }
    }

    /// So much a cache may hold: archives of models shrink to a third or so, to a fiftieth only if they repeat
    /// themselves.
    private static func greatestSize(packed: Int) -> Int { min(packed * 64, 8 << 20) + (64 << 10) }
}
