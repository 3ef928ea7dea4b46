internal import Foundation
internal import Glibc
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// A store of another kind than SQLite's, put into an SQLite store of its own so that it can be asked as one.
struct ConvertedStore {
    /// The SQLite store, in a folder that goes with the command.
    let url: URL

    /// Larger files are none of those that are read as a whole.
    private static let greatestSize = 1 << 30

    /// The kind of a store that is no database; nil for what is a database, or no store.
    static func kind(of url: URL) -> NSPersistentStore.StoreType? {
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            status.st_size < greatestSize, !ModelSource.isDatabase(url.path)
        else { return nil }
        return [.xml, .binary].first {
            let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: $0, at: url)
            return metadata?[NSStoreModelVersionHashesKey] != nil
        }
    }

    /// - Parameter models: versions of its model: the one is taken that it was made with.
    init(_ url: URL, _ kind: NSPersistentStore.StoreType, _ models: [NSManagedObjectModel]) throws {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: kind, at: url)
        let fitting = models.first { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }
        guard let model = fitting ?? models.first else {
            throw ToolError(
                "“\(url.relativePath)” is a store of the kind \(kind.rawValue), which keeps no model. Name one by --model."
            )
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            type: kind, at: url, options: [NSReadOnlyPersistentStoreOption: true])
        let folder = UnfinishedFiles.shared.begin(
            at: FileManager.default.temporaryDirectory.appendingPathComponent(url.lastPathComponent).path,
            named: url.relativePath)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        self.url = URL(fileURLWithPath: folder).appendingPathComponent(url.lastPathComponent)
        let copy = try coordinator.migratePersistentStore(store, to: self.url, options: nil, type: .sqlite)
        try coordinator.remove(copy)
    }
}
