internal import FileAccess
internal import Foundation
internal import Glibc

/// Files of recorders, which are written whole or not at all.
enum RecordedFile {
    /// Writes a file, which replaces a regular file at its URL when all has been written.
    /// - Parameters:
    ///   - subject: What is written, for the error's sentence.
    ///   - isSynchronized: Whether to wait until the contents are on the disk.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to url: URL, _ subject: String, isSynchronized: Bool
    ) throws(RecordingError) {
        guard url.isFileURL else {
            throw RecordingError(
                .file, "\(subject) is to be written to \(url), which is no file. Give a URL of a file.")
        }
        do {
            try WholeFile.write(bytes, to: url.path, isSynchronized: isSynchronized)
        } catch {
            throw RecordingError(
                .file,
                "\(subject) at \(url.path) cannot be written: \(error.clause). Make room there, or give another place.")
        }
    }
}
