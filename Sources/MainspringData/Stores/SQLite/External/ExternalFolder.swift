package import FileAccess
internal import Foundation
internal import Glibc

/// The folder for the long data of a store: `_EXTERNAL_DATA` in `.NAME_SUPPORT`, which is in the folder of the store's
/// file.
///
/// Everything in it is opened beneath the folder of the store's file, and no link is followed: a link would lead a
/// store to files of other owners. May be used on any thread. Holds no descriptor.
package struct ExternalFolder: Sendable {
    /// The path of the store's file, without links.
    package let store: String

    /// The name of the folder with long data.
    static let dataName = "_EXTERNAL_DATA"

    // MARK: Names

    /// The name of the folder for everything that belongs to a store beside its file.
    private var supportName: String {
        ".\(((store as NSString).lastPathComponent as NSString).deletingPathExtension)_SUPPORT"
    }

    private var parent: String {
        let parent = (store as NSString).deletingLastPathComponent
        return parent.isEmpty ? "." : parent
    }

    var supportPath: String { (parent as NSString).appendingPathComponent(supportName) }

    /// The path of the folder with long data.
    package var path: String { (supportPath as NSString).appendingPathComponent(Self.dataName) }

    /// Whether another database in the same folder has the same support folder: its name differs only in the extension.
    package var isShared: Bool {
        let name = (store as NSString).lastPathComponent
        let others = (try? OpenFolder(parent).names()) ?? []
        return others.contains { other in
            guard other != name, ExternalFolder(store: other).supportName == supportName else { return false }
            // Looking into a file closes it, which ends the locks that this process has on it: other processes would
            // cut the -shm file of an open store. Temporary files of this store are no stores.
            guard !SQLiteFile.isSideFile(other), !TemporaryName.isOne(other, of: name) else { return false }
            return DatabasePlace.isDatabase((parent as NSString).appendingPathComponent(other))
        }
    }

    // MARK: Opening

    /// Opens the folder with long data; `nil` if there is none.
    /// - Throws: ``FileFailure``, for example if one of the folders is a link.
    package func opened() throws(FileFailure) -> OpenFolder? {
        try OpenFolder(parent).folder("\(supportName)/\(Self.dataName)")
    }

    /// Opens the folder with long data, and creates it if it does not exist. It gets the owner and permissions of the
    /// store's file.
    /// - Parameter model: The file whose owner and permissions it gets if the store has no file yet.
    func created(like model: FileStatus? = nil) throws(FileFailure) -> OpenFolder {
        if let folder = try opened() { return folder }
        let parent = try OpenFolder(parent)
        let support = try parent.createdFolder(supportName)
        let data = try support.createdFolder(Self.dataName)
        if let file = FileStatus.of(store) ?? model {
            support.adopt(file)
            data.adopt(file)
        }
        support.synchronize()
        parent.synchronize()
        return data
    }

    /// Deletes the folder of long data, and the support folder, if they are empty.
    func deleteIfEmpty() {
        guard let parent = try? OpenFolder(parent) else { return }
        try? parent.folder(supportName)?.deleteEmptyFolder(Self.dataName)
        try? parent.deleteEmptyFolder(supportName)
    }

    /// Opens a file of long data for reading, and returns its descriptor, which the caller closes.
    func open(_ name: String) throws(FileFailure) -> Int32 {
        // Opening a pipe without O_NONBLOCK would wait for a writer.
        try OpenFolder(parent).open("\(supportName)/\(Self.dataName)/\(name)", O_RDONLY | O_NONBLOCK)
    }

    /// Whether the folder exists.
    func hasFolder() throws -> Bool {
        do {
            return try opened() != nil
        } catch {
            throw error.storeError(
                NSPersistentStoreOperationError,
                "\(error.path), which holds long data of a store, could not be \(error.action)",
                advice: "Replace a link by the folder, and check that it is readable.")
        }
    }

    // MARK: Contents

    /// The names of the regular files in the folder.
    func fileNames() throws(FileFailure) -> [String] {
        guard let folder = try opened() else { return [] }
        return try folder.names().filter { folder.kind($0) == .regular }
    }

    /// Whether a name is one that a save gives to a file of long data.
    static func isFileName(_ name: String) -> Bool { UUID(uuidString: name) != nil }
}
