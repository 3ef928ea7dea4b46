internal import FileAccess
internal import Foundation
internal import Glibc

/// The files of long data beside a store, as they are at one time.
struct SupportFiles {
    private let folder: ExternalFolder?
    private let names: [String]

    /// No files.
    init() { (folder, names) = (nil, []) }

    /// - Throws: `CocoaError` if the folder is a link or cannot be read.
    init(of store: String) throws {
        let folder = ExternalFolder(store: store)
        self.folder = folder
        do {
            names = try folder.fileNames()
        } catch {
            throw Self.error(error, "read")
        }
    }

    /// Adds the files to those of another store. A name always stands for the same contents, so a file that exists
    /// stays.
    ///
    /// Copies have the permissions and the owner of the other store.
    /// - Parameter model: A file whose permissions and owner the copies have if the other store has no file yet.
    /// - Returns: The other folder, which is locked against the deletion of the new files as long as it exists; `nil`
    ///   if there are no files.
    func copy(to store: String, like model: String) throws -> OpenFolder? {
        guard let folder, !names.isEmpty else { return nil }
        do {
            guard let source = try folder.opened() else { return nil }
            let owner = FileStatus.of(store) ?? FileStatus.of(model)
            let destination = try ExternalFolder(store: store).created(like: owner)
            destination.lock(.shared, waits: true)
            if let owner { destination.adopt(owner) }
            for name in names where destination.kind(name) == nil { try copy(name, source, destination, owner) }
            destination.synchronize()
            return destination
        } catch {
            throw Self.error(error, "copied")
        }
    }

    private func copy(
        _ name: String, _ source: OpenFolder, _ destination: OpenFolder, _ owner: FileStatus?
    ) throws(FileFailure) {
        let file: Int32
        do {
            file = try source.open(name, O_RDONLY | O_NONBLOCK)
        } catch {
            // Deleted by a save since, and so not part of the state that is copied.
            if error.number == ENOENT { return }
            throw error
        }
        defer { close(file) }
        let temporary = ".\(name).\(UUID.random().uuidString)"
        let new = try destination.open(temporary, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
        defer { close(new) }
        do throws(FileFailure) {
            owner?.adopt(for: new)
            let path = (destination.path as NSString).appendingPathComponent(name)
            try Self.copy(file, to: new, path)
            guard fsync(new) == 0 else { throw .system("synchronized", path) }
            // Another process may have copied the same file since.
            if try !destination.rename(temporary, toNew: name) { try destination.delete(temporary) }
        } catch {
            try? destination.delete(temporary)
            throw error
        }
    }

    private static func copy(_ file: Int32, to new: Int32, _ path: String) throws(FileFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(file, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("read", path) }
            if count == 0 { return }
            try WholeFile.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: new, path)
        }
    }

    private static func error(_ failure: FileFailure, _ action: String) -> any Error {
        failure.storeError(
            NSPersistentStoreOperationError,
            "The long data of a store cannot be \(action): \(failure.path) could not be \(failure.action)",
            advice: "Check that the folder is readable and writable, and not a link.")
    }

    /// Deletes the files of another store that are not among these.
    /// - Parameter isUnused: Whether no other process has that store open. Then folders that become empty are deleted
    ///   too.
    func removeOthers(at store: String, isUnused: Bool = false) {
        let folder = ExternalFolder(store: store)
        guard !folder.isShared, let other = (try? folder.opened()) ?? nil else { return }
        for name in Set((try? folder.fileNames()) ?? []).subtracting(names) { try? other.delete(name) }
        if isUnused { folder.deleteIfEmpty() }
    }
}
