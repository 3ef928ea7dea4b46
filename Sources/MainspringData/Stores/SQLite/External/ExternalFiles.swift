internal import Foundation
internal import Glibc

/// Long binary data, which lie in files beside the store: in `.NAME_SUPPORT/_EXTERNAL_DATA`, each under a name that the
/// column has.
///
/// A column's first byte says where the data are: 1 for behind it, 2 for in the file whose name is behind it. May be used from
/// any thread.
struct ExternalFiles: Sendable {
    /// Where the files are; nil for a store that lies nowhere, whose columns have all data themselves.
    let folder: String?
    /// Who reads them.
    let uses = ExternalUses()
    /// So many bytes and more go into a file.
    static let threshold = 100 << 10

    private static let inline: UInt8 = 1
    private static let file: UInt8 = 2

    /// - Parameter store: the path of the store's file.
    init(store: String) {
        folder = store == SQLitePlace.memoryPath ? nil : Self.dataFolder(store)
    }

    /// The folder for whatever belongs to a store beside its file.
    static func supportFolder(_ store: String) -> String {
        let place = URL(fileURLWithPath: store)
        let name = place.deletingPathExtension().lastPathComponent
        return place.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT").path
    }

    /// Whether the folder is that of another store as well: of a database in the same folder whose name has another extension.
    static func isShared(by store: String) -> Bool {
        let place = URL(fileURLWithPath: store)
        let (name, folder) = (place.lastPathComponent, place.deletingLastPathComponent())
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.contains { other in
            let path = folder.appendingPathComponent(other).path
            return other != name && supportFolder(path) == supportFolder(store) && DatabasePlace.isDatabase(path)
        }
    }

    /// The folder for the data of a store.
    static func dataFolder(_ store: String) -> String { supportFolder(store) + "/_EXTERNAL_DATA" }

    // MARK: Reading

    /// The data that a column stands for; within ``ExternalUses/reading(_:)``.
    /// - Throws: `CocoaError` 134080 naming the file that is not there, or is no file of the folder's.
    func data(_ column: Data) throws -> Data {
        switch column.first {
        case Self.inline?: return column.dropFirst().withUnsafeBytes { Data($0) }
        case Self.file?: return try contents(try path(column))
        // Written before the attribute allowed files.
        default: return column
        }
    }

    /// The path of the file that a column names; nil if it has its data itself.
    func file(_ column: Data) throws -> String? { column.first == Self.file ? try path(column) : nil }

    private func path(_ column: Data) throws -> String {
        let bytes = column.dropFirst().prefix { $0 != 0 }
        guard let folder, let name = String(validating: bytes, as: UTF8.self), !name.isEmpty, name.utf8.count <= 255,
            !name.contains("/"), name != ".", name != ".."
        else {
            throw failure(
                "The store names a file of long data that cannot be in \(folder ?? "memory").", path: folder ?? "")
        }
        return "\(folder)/\(name)"
    }

    private func contents(_ path: String) throws -> Data {
        // A link would lead to whatever a hostile store likes.
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw unreadable(path) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure("\(path), which holds long data of the store, is no file.", path: path)
        }
        return try handle.readToEnd() ?? Data()
    }

    private func unreadable(_ path: String) -> any Error {
        failure(
            "\(path), which holds long data of the store, cannot be read: "
                + DescriptorShortage.clause(for: errno, otherwise: "Copy the folder with the store."), path: path)
    }

    private func failure(_ sentence: String, path: String) -> any Error {
        CoreDataError.make(NSPersistentStoreOpenError, sentence, userInfo: [NSFilePathErrorKey: path])
    }

    // MARK: Writing

    /// A column that has the data itself.
    static func inlineColumn(_ data: Data) -> Data { [inline] + data }

    /// A column that names a file.
    static func fileColumn(_ name: String) -> Data { [file] + Data(name.utf8) + [0] }
}
