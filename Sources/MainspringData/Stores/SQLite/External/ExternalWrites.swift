internal import FileAccess
internal import Foundation
internal import Glibc

/// The files of long data that one save creates, and those that it no longer needs.
///
/// New files are on the disk before the transaction is committed. Old files are deleted after it, when no reader needs
/// them. Therefore the store names only files that exist, whatever ends the process. Used by one thread.
final class ExternalWrites {
    private let files: ExternalFiles
    /// The folder, from the first file on.
    private var folder: OpenFolder?
    private var created: [String] = []
    private var unneeded: [String] = []

    init(_ files: ExternalFiles) { self.files = files }

    /// Returns the column for data. Long data are written to a new file, which never replaces another one.
    /// - Throws: `CocoaError` 134030 if the file cannot be written; 134080 for data that could not be read again.
    func column(for data: Data) throws -> Data {
        guard data.count >= ExternalFiles.threshold, let place = files.folder else {
            return ExternalFiles.inlineColumn(data)
        }
        do {
            let folder = try folder ?? place.created()
            self.folder = folder
            try files.requireSize(Int64(data.count), folder.path)
            return ExternalFiles.fileColumn(try create(in: folder, data, place))
        } catch let failure as FileFailure {
            throw Self.error(failure)
        }
    }

    /// Writes a new file to the disk.
    /// - Returns: Its name.
    private func create(in folder: OpenFolder, _ data: Data, _ place: ExternalFolder) throws(FileFailure) -> String {
        while true {
            let name = UUID.random().uuidString
            let path = (folder.path as NSString).appendingPathComponent(name)
            let file: Int32
            do {
                file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
            } catch {
                if error.number == EEXIST { continue }
                throw error
            }
            defer { close(file) }
            created.append(name)
            FileStatus.of(place.store)?.adopt(for: file)
            let result = data.withUnsafeBytes { bytes in
                Result { () throws(FileFailure) in try WholeFile.write(bytes, to: file, path) }
            }
            try result.get()
            guard fsync(file) == 0 else { throw FileFailure.system("synchronized", path) }
            folder.synchronize()
            return name
        }
    }

    private static func error(_ failure: FileFailure) -> any Error {
        failure.storeError(
            NSPersistentStoreSaveError,
            "Long data of the store cannot be saved: \(failure.path) could not be \(failure.action)",
            advice: "Check that its folder exists, is not a link, and is writable.")
    }

    /// The number of files that were created.
    var count: Int { created.count }

    /// Deletes the files that were created since there were `count`: the row that was to name them is not written.
    func takeBack(to count: Int) {
        for name in created[count...] { try? folder?.delete(name) }
        created.removeSubrange(count...)
    }

    /// Notes the former contents of a column. Its file is not needed after the save.
    func giveUp(_ column: Data) {
        // A name that cannot be in the folder is no file that could be deleted.
        if let name = try? files.fileName(column) { unneeded.append(name) }
    }

    /// Called after the commit, when the row cache has the rows of the save.
    func commit() {
        files.uses.giveUp(unneeded)
        (created, unneeded) = ([], [])
    }

    /// Called after a rollback.
    func rollBack() {
        takeBack(to: 0)
        unneeded = []
    }
}
