internal import Foundation

/// Files that are written whole or not at all.
enum WholeFile {
    /// Writes a file beside the one that is meant, which is replaced when all has been written. What is half written is taken
    /// away again.
    /// - Parameters:
    ///   - subject: What is written, for the sentence of the error.
    ///   - isSynchronized: Whether to wait until the disk has it; only then is it sure that there is room.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to url: URL, _ subject: String, isSynchronized: Bool
    ) throws(RecordingError) {
        func failure(_ error: Int32) -> RecordingError {
            RecordingError(
                .file,
                "\(subject) at \(url.path) cannot be written: \(DescriptorOutput.sentence(error)). Make room there, or give "
                    + "another place.")
        }
        guard url.isFileURL else {
            throw RecordingError(
                .file, "\(subject) is to be written to \(url), which is no file. Give a URL of a file.")
        }
        let folder = url.deletingLastPathComponent()
        let partial = folder.appendingPathComponent(".\(UUID().uuidString).partial").path
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(errno) }
        var error = DescriptorOutput.write(bytes, to: descriptor)
        if error == 0, isSynchronized, fsync(descriptor) != 0 { error = errno }
        // Some file systems tell only now that there is no room.
        if close(descriptor) != 0, error == 0 { error = errno }
        if error == 0, rename(partial, url.path) != 0 { error = errno }
        guard error != 0 else { return }
        unlink(partial)
        throw failure(error)
    }
}
