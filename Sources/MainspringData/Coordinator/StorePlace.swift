internal import Foundation
internal import Glibc

/// What lies at the place of a store: its file, and what belongs to that.
struct StorePlace {
    /// Those that there are, the store's own file first.
    private let paths: [String]

    /// - Parameter paths: where something may lie, the store's own file first.
    /// - Throws: `CocoaError` 134070 where a folder is in the place of the file: that is no store.
    init(_ paths: [String]) throws {
        if let first = paths.first, Self.mode(first).map({ $0 & S_IFMT == S_IFDIR }) ?? false {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(first) is a folder, and no store that could be deleted. Give the URL of the store's file.",
                userInfo: [NSFilePathErrorKey: first])
        }
        self.paths = paths.filter { Self.mode($0) != nil }
    }

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Deletes all, the store's own file first: what is left of the others means nothing without it.
    func delete() throws {
        for path in paths { try FileManager.default.removeItem(atPath: path) }
    }

    // MARK: Making something else there

    /// What was put aside, under other names in the same folders.
    struct Aside {
        fileprivate var moved: [(path: String, aside: String)] = []

        /// What was made at the place is to stay.
        func discard() {
            for (_, aside) in moved { try? FileManager.default.removeItem(atPath: aside) }
        }

        /// Nothing was made at the place that is to stay.
        func putBack() {
            for (path, aside) in moved { rename(aside, path) }
        }
    }

    /// Gives all other names until something has been made at the place.
    /// - Throws: `CocoaError` with a sentence; all is as it was then.
    func putAside() throws -> Aside {
        var aside = Aside()
        let mark = UUID().uuidString
        for path in paths {
            let name = (path as NSString).lastPathComponent
            let other = ((path as NSString).deletingLastPathComponent as NSString)
                .appendingPathComponent(".\(name).\(mark)")
            guard rename(path, other) == 0 else {
                let reason = String(cString: strerror(errno))
                aside.putBack()
                throw CoreDataError.make(
                    CocoaError.Code.fileWriteUnknown.rawValue,
                    "\(path) could not be put aside: \(reason). See that the folder may be written.",
                    userInfo: [NSFilePathErrorKey: path])
            }
            aside.moved.append((path, other))
        }
        return aside
    }
}
