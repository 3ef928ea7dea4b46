internal import FileAccess
internal import Foundation
internal import Glibc

/// Files that are read and written in one piece.
enum StoreFile {
    /// Whether a file has contents. An empty file is a place that was reserved for a store.
    static func isFilled(_ url: URL) -> Bool { (stamp(of: url)?.size ?? 0) > 0 }

    /// The facts by which a change of a file is noticed.
    struct Stamp: Equatable, CustomStringConvertible {
        let node: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        var description: String { "\(node) \(size) \(seconds).\(nanoseconds)" }
    }

    /// The stamp of a file; `nil` if nothing is there.
    static func stamp(of url: URL) -> Stamp? {
        FileStatus.of(url.path).map {
            Stamp(node: $0.number, size: $0.size, seconds: $0.seconds, nanoseconds: $0.nanoseconds)
        }
    }

    /// Reads a regular file.
    /// - Throws: `CocoaError` 134080 for anything else, such as a pipe, on which a read would wait without end.
    static func contents(of url: URL) throws -> Data {
        guard url.isFileURL else {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.absoluteString) cannot be read: it is not a file. Give the URL of a file.")
        }
        if let kind = FileKind.of(url.path), kind != .regular {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be read: it is \(kind.title), not a regular file. Give the URL of a store's "
                    + "file.", userInfo: [NSFilePathErrorKey: url.path])
        }
        do {
            return try Data(contentsOf: url)
        } catch let error as CocoaError {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be read: "
                    + (DescriptorShortage.isPresent
                        ? DescriptorShortage.clause
                        : "\(error.localizedDescription) Check that the file exists and is readable."),
                userInfo: [NSFilePathErrorKey: url.path], underlying: error)
        }
    }

    /// Writes a file so that the old or the new contents are there at every moment, also after a loss of power. A link
    /// stays a link.
    /// - Parameter model: A file whose permissions and owner a new file has.
    /// - Throws: `CocoaError` 134030. What is not a regular file is never replaced.
    static func write(_ data: Data, to url: URL, like model: FileStatus? = nil) throws {
        do {
            try WholeFile.write(data, to: url.path, like: model, isSynchronized: true)
        } catch {
            throw self.error(error)
        }
    }

    private static func error(_ failure: FileFailure) -> any Error {
        let advice =
            switch failure.reason {
            case .notRegular: "Give the URL of a store's file."
            case .system: "Check that its folder exists and is writable."
            }
        return CoreDataError.make(
            NSPersistentStoreSaveError,
            "The file \(failure.path) could not be \(failure.action): \(failure.reason(advice: advice))",
            userInfo: [NSFilePathErrorKey: failure.path],
            underlying: POSIXError(failure.number.flatMap { POSIXError.Code(rawValue: $0) } ?? .EINVAL))
    }
}
