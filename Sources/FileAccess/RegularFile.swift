internal import Foundation
internal import Glibc

/// Operations that delete or replace regular files and nothing else.
///
/// A device, pipe, socket or folder at the path is an error and stays, also if a link leads to it. Between the check
/// and the operation another process may still replace the file: Linux has no call that deletes a file by its kind.
package enum RegularFile {
    /// Throws unless nothing or a regular file is at a path, after links are followed.
    /// - Parameter action: What is about to be done, for the error: “replaced”.
    package static func require(_ path: String, toBe action: String) throws(FileFailure) {
        guard let kind = FileKind.of(path) else {
            // A link in a circle leads to no file, and writing would replace the link.
            if errno == ELOOP { throw FileFailure.system(action, path) }
            return
        }
        guard kind != .regular else { return }
        throw FileFailure(action, path, .notRegular(kind))
    }

    /// Deletes a file. Of a link to a regular file, or to nothing, the link is deleted. It is no error if nothing is
    /// there.
    package static func delete(_ path: String) throws(FileFailure) {
        switch FileKind.of(path, followsLinks: false) {
        case nil, .regular?: break
        case .link?: try require(path, toBe: "deleted")
        case let kind?: throw FileFailure("deleted", path, .notRegular(kind))
        }
        guard unlink(path) == 0 || errno == ENOENT else { throw .system("deleted", path) }
    }

    /// Renames a file. A regular file that has the new name is replaced.
    package static func rename(_ path: String, over destination: String) throws(FileFailure) {
        try require(destination, toBe: "replaced")
        guard Glibc.rename(path, destination) == 0 else { throw .system("put in its place", destination) }
    }

    /// Returns the path of the file that a path leads to, or would lead to if it existed: links are followed, also if
    /// the last one leads to nothing.
    package static func resolved(_ path: String) -> String {
        var path = path
        // The kernel follows at most 40 links.
        for _ in 0..<40 {
            if let real = realpath(path, nil) {
                defer { free(real) }
                return String(cString: real)
            }
            guard FileKind.of(path, followsLinks: false) == .link,
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            else { break }
            path =
                target.hasPrefix("/")
                ? target : (path as NSString).deletingLastPathComponent + "/" + target
        }
        return path
    }
}
