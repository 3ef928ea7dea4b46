internal import FileAccess
internal import Foundation
internal import Glibc

/// The paths of the files that belong to a store at a place, whether they exist or not.
struct StoreParts {
    /// The store's own file first. A link to it is last.
    var files: [String]
    /// The folder of the store's long data.
    var supportFolder: String?

    init(files: [String] = [], supportFolder: String? = nil) {
        (self.files, self.supportFolder) = (files, supportFolder)
    }

    /// - Throws: `CocoaError` 134070 unless each part is a regular file, a link to one, or does not exist. The support
    ///   folder must be a folder with such files. What is something else is never deleted or replaced.
    func requireRegular() throws {
        do {
            for file in files { try RegularFile.require(file, toBe: "deleted or replaced") }
            guard let supportFolder, let kind = FileKind.of(supportFolder, followsLinks: false) else { return }
            guard kind == .folder else {
                throw FileFailure("deleted or replaced", supportFolder, .notRegular(kind))
            }
            try Self.requireRegular(try OpenFolder(supportFolder), isOuter: true)
        } catch let failure as FileFailure {
            throw Self.error(failure)
        }
    }

    /// Throws unless a support folder has only regular files, links, and the folder of long data. Other folders do not
    /// belong to the store.
    private static func requireRegular(_ folder: OpenFolder, isOuter: Bool) throws(FileFailure) {
        for name in try folder.names() {
            switch folder.kind(name) {
            case nil, .regular?, .link?: continue
            case .folder? where isOuter && name == ExternalFolder.dataName:
                if let folder = try folder.folder(name) { try requireRegular(folder, isOuter: false) }
            case let kind?:
                throw FileFailure(
                    "deleted or replaced", (folder.path as NSString).appendingPathComponent(name), .notRegular(kind))
            }
        }
    }

    /// Deletes all parts. The store's own file goes first: without it the others have no meaning.
    /// - Throws: `CocoaError` 134070. If a part is not a regular file, nothing is deleted.
    func delete() throws {
        try requireRegular()
        do {
            for file in files { try RegularFile.delete(file) }
            guard let supportFolder, FileKind.of(supportFolder, followsLinks: false) == .folder else { return }
            try OpenFolder(supportFolder).deleteContents()
            guard rmdir(supportFolder) == 0 || errno == ENOENT else {
                throw FileFailure.system("deleted", supportFolder)
            }
        } catch let failure as FileFailure {
            throw Self.error(failure)
        }
    }

    private static func error(_ failure: FileFailure) -> any Error {
        let advice =
            switch failure.reason {
            case .notRegular: "Give the URL of a store's file, or take it away."
            case .system: "Check that the file and its folder are writable."
            }
        return failure.storeError(
            NSPersistentStoreOperationError, "\(failure.path) cannot be \(failure.action)", advice: advice)
    }
}
