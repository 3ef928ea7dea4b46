import Foundation
import Glibc

/// Where a text is written as a whole: a file, or what is there and takes bytes, as a pipe or a device.
struct OutputFile {
    /// Why it was not written.
    struct Failure: Error, CustomStringConvertible {
        /// The sentence.
        let description: String

        init(_ path: String, _ reason: String) { description = "“\(path)” cannot be written: \(reason)" }
    }

    private let path: String

    init(_ path: String) { self.path = path }

    /// Writes it. A file, with the folder around it, is there when all is written; what is no file is written into, and
    /// stays what it is.
    /// - Throws: ``Failure``.
    func write(_ text: String) throws {
        var status = stat()
        let isThere = lstat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG { return try pour(Array(text.utf8)) }
        let url = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw Failure(path, error.localizedDescription)
        }
    }

    private func pour(_ bytes: [UInt8]) throws {
        // A reader that leaves is an error as others are, and not the program's end.
        let former = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, former) }
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw failure(errno)
            }
        }
    }

    private func failure(_ code: Int32) -> Failure { Failure(path, "\(String(cString: strerror(code))).") }
}
