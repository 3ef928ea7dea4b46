internal import Foundation
internal import Glibc

/// The files of long data beside a store, as they are at one time.
struct SupportFiles {
    private let folder: String
    private let names: [String]

    /// None.
    init() { (folder, names) = ("", []) }

    init(of store: String) {
        folder = ExternalFiles.dataFolder(store)
        names = Self.names(in: folder)
    }

    private static func names(in folder: String) -> [String] {
        // What is no file holds no data, and may let wait for ever who opens it.
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { name in
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }

    /// Adds the files to those of another store. A name stands for one content for ever.
    func copy(to store: String) throws {
        guard !names.isEmpty else { return }
        let manager = FileManager.default
        let other = ExternalFiles.dataFolder(store)
        try manager.createDirectory(atPath: other, withIntermediateDirectories: true)
        for name in names where !manager.fileExists(atPath: "\(other)/\(name)") {
            let temporary = "\(other)/.\(name).\(UUID().uuidString)"
            do {
                try manager.copyItem(atPath: "\(folder)/\(name)", toPath: temporary)
                try manager.moveItem(atPath: temporary, toPath: "\(other)/\(name)")
            } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
                // Deleted by a save since, and so not part of what is copied.
            }
        }
    }

    /// Deletes the files of another store that are none of these.
    func removeOthers(at store: String) {
        guard !ExternalFiles.isShared(by: store) else { return }
        let other = ExternalFiles.dataFolder(store)
        for name in Set(Self.names(in: other)).subtracting(names) {
            try? FileManager.default.removeItem(atPath: "\(other)/\(name)")
        }
    }
}
