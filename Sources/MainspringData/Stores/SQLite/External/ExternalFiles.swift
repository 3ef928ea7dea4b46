internal import FileAccess
package import Foundation
internal import Glibc

/// Long binary data, which are in files beside the store, each under a name that the column has.
///
/// The first byte of a column says where the data are: 1 for behind it, 2 for in the file whose name is behind it. May
/// be used on any thread.
package struct ExternalFiles: Sendable {
    /// The folder with the files; `nil` for a store in memory, whose columns hold all data themselves.
    package let folder: ExternalFolder?
    /// The readers of the files, and the files that are to be deleted.
    package let uses: ExternalUses
    /// The largest file that is read, in bytes.
    let largest: Int64
    /// Data of this length in bytes or more are written to a file.
    static let threshold = 100 << 10
    /// 1 GiB.
    static let defaultLargest: Int64 = 1 << 30

    private static let inline: UInt8 = 1
    private static let file: UInt8 = 2

    /// - Parameters:
    ///   - store: The path of the store's file.
    ///   - options: The options of the store.
    package init(store: String, options: [AnyHashable: Any]? = nil) {
        let folder = SQLitePlace.isMemory(store) ? nil : ExternalFolder(store: store)
        self.folder = folder
        uses = folder.map(ExternalUses.of) ?? ExternalUses(nil)
        let option = (options?[MainspringLargestExternalDataOption] as? NSNumber)?.int64Value
        largest = option.map { max(0, $0) } ?? Self.defaultLargest
    }

    // MARK: Reading

    /// Returns the data of a column. Called within ``ExternalUses/reading(_:)``.
    /// - Throws: `CocoaError` 134080 with the path of a file that does not exist, is not a regular file, or is too
    ///   large.
    package func data(_ column: Data) throws -> Data {
        switch column.first {
        case Self.inline?: return column.dropFirst().withUnsafeBytes { Data($0) }
        case Self.file?: return try contents(try name(column))
        // Written before the attribute allowed files.
        default: return column
        }
    }

    /// Returns the name of the file that a column names; `nil` if the column holds its data itself.
    /// - Throws: `CocoaError` 134080 for a name that cannot be one of a file in the folder.
    package func fileName(_ column: Data) throws -> String? { column.first == Self.file ? try name(column) : nil }

    private func name(_ column: Data) throws -> String {
        let bytes = column.dropFirst().prefix { $0 != 0 }
        guard folder != nil, let name = String(validating: bytes, as: UTF8.self), !name.isEmpty,
            name.utf8.count <= 255, !name.contains("/"), name != ".", name != ".."
        else {
            throw failure(
                "The store names a file of long data that cannot be in \(folder?.path ?? "memory"). Restore the store from "
                    + "a backup.", path: folder?.path ?? "")
        }
        return name
    }

    private func contents(_ name: String) throws -> Data {
        guard let folder else { return Data() }
        let path = (folder.path as NSString).appendingPathComponent(name)
        uses.prepare()
        let file: Int32
        do {
            file = try folder.open(name)
        } catch {
            throw unreadable(path, error.number ?? EIO)
        }
        defer { close(file) }
        guard let status = FileStatus.of(descriptor: file), status.kind == .regular else {
            throw failure(
                "\(path), which holds long data of the store, cannot be read: it is not a regular file. Restore the folder from a "
                    + "backup.",
                path: path)
        }
        try requireSize(status.size, path)
        return try contents(of: file, size: Int(status.size), path)
    }

    /// Reads a file to its end. Another process may change the size meanwhile.
    private func contents(of file: Int32, size: Int, _ path: String) throws -> Data {
        var data = Data(count: size)
        var count = 0
        while true {
            // The last read asks for one byte more, and finds the end.
            if count == data.count { data.count += size == count ? 1 : 64 << 10 }
            let read = data.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                return Glibc.read(file, rest.baseAddress, rest.count)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw unreadable(path, errno) }
            if read == 0 { return data.prefix(count) }
            count += read
            try requireSize(Int64(count), path)
        }
    }

    /// - Throws: `CocoaError` 134080 for data that are larger than the option allows.
    func requireSize(_ size: Int64, _ path: String) throws {
        guard size > largest else { return }
        throw failure(
            "\(path), which holds long data of the store, is too large: it has \(size) bytes, and at most \(largest) are read. Set "
                + "MainspringLargestExternalDataOption to a larger number of bytes.", path: path)
    }

    private func unreadable(_ path: String, _ reason: Int32) -> any Error {
        let advice =
            switch reason {
            case ENOENT: "it does not exist. Copy the support folder with the store."
            case ELOOP: "a link is in its path. Replace the link by the folder or the file."
            default:
                DescriptorShortage.clause(
                    for: reason,
                    otherwise: "Check that its folder and the file are readable.")
            }
        return failure(
            "\(path), which holds long data of the store, cannot be read: \(advice)", path: path,
            underlying: POSIXError(POSIXError.Code(rawValue: reason) ?? .EIO))
    }

    private func failure(_ sentence: String, path: String, underlying: (any Error)? = nil) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOpenError, sentence, userInfo: [NSFilePathErrorKey: path], underlying: underlying)
    }

    /// Whether an error of ``data(_:)`` says that the file does not exist. A save of another coordinator or process may
    /// have replaced it since the row was read.
    static func isMissingFile(_ error: any Error) -> Bool {
        ((error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code == .ENOENT
    }

    // MARK: Columns

    /// Returns a column that holds the data itself.
    static func inlineColumn(_ data: Data) -> Data { [inline] + data }

    /// Returns a column that names a file.
    static func fileColumn(_ name: String) -> Data { [file] + Data(name.utf8) + [0] }
}
