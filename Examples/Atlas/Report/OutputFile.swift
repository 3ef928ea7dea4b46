import Foundation
import Glibc

/// Where a text is written as a whole: a file, or what is there and takes bytes, as a pipe or a device.
struct OutputFile {
    /// Why it was not written.
    struct Failure: Error, CustomStringConvertible {
        /// The sentence.
        let description: String

        init(_ path: String, _ reason: String) { description = "“\(path)” cannot be written: \(reason)" }

        /// - Parameter code: The errno.
        init(_ path: String, _ code: Int32) { self.init(path, "\(String(cString: strerror(code))).") }
    }

    /// What else than a file a path may lead to.
    enum Place {
        /// A pipe or a device as well.
        case whateverTakesBytes
        /// Nothing: what is written takes the place of what is there.
        case fileAlone
    }

    private let path: String

    init(_ path: String) { self.path = path }

    /// Sees to it that it can be written, as far as that is known before: makes the folder around a file.
    /// - Throws: ``Failure``.
    func prepare(_ place: Place = .whateverTakesBytes) throws {
        guard !path.isEmpty else { throw Failure(path, "It has no name. Name a file.") }
        if let kind, kind != S_IFREG {
            guard kind != S_IFDIR else { throw Failure(path, EISDIR) }
            guard access(path, W_OK) == 0 else { throw Failure(path, errno) }
            guard place != .fileAlone || isFile else {
                throw Failure(path, "It is no file, and would be replaced by one. Name a file.")
            }
            return
        }
        try Self.prepare(folder: url.deletingLastPathComponent().path, for: path)
    }

    /// Makes a folder in which files can be made.
    /// - Throws: ``Failure``.
    static func prepare(folder: String) throws { try prepare(folder: folder, for: folder) }

    private static func prepare(folder: String, for path: String) throws {
        guard !folder.isEmpty else { throw Failure(path, "It has no name. Name a folder.") }
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: folder), withIntermediateDirectories: true)
        } catch {
            throw Failure(path, error.localizedDescription)
        }
        guard access(folder, W_OK | X_OK) == 0 else { throw Failure(path, errno) }
    }

    /// Writes it. A file, with the folder around it, is there when all is written; what is no file is written into, and
    /// stays what it is.
    /// - Throws: ``Failure``.
    func write(_ text: String) throws {
        if let kind, kind != S_IFREG { return try pour(Array(text.utf8)) }
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw Failure(path, error.localizedDescription)
        }
    }

    /// The folder of a file that is there or can be made; nil for a pipe or a device, whose reader may put the text anywhere.
    var folder: URL? { kind == nil || isFile ? url.deletingLastPathComponent() : nil }

    private var url: URL { URL(fileURLWithPath: path) }

    /// What is there, a link as such; nil for nothing.
    private var kind: mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether it is a file, or a link to one.
    private var isFile: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private func pour(_ bytes: [UInt8]) throws {
        // A reader that leaves is an error as others are, and not the program's end.
        let former = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, former) }
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path, errno) }
        defer { close(descriptor) }
        let code = ByteOutput.write(bytes, to: descriptor)
        guard code == 0 else { throw Failure(path, code) }
    }
}
