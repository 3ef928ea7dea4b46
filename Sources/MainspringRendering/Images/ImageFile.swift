internal import Foundation

/// Files that may be images, read within bounds.
enum ImageFile {
    /// So many bytes are read at most: those of the most pixels, each of four times sixteen bits.
    static let most = 8 * DecodedPixels.most
    /// So many are read at once.
    private static let step = 1 << 20

    /// The bytes of a file; of one that does not begin as an image does, the beginning.
    static func read(_ url: URL) throws -> Data {
        guard url.isFileURL else {
            throw ImageFileError(.file, "The image at \(url) cannot be read: that is no file. Give the URL of a file.")
        }
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            var data = try beginning(of: file)
            guard ImageFormat(data) != nil else { return data }
            let size = size(of: file)
            if size <= most {
                data.reserveCapacity(size)
                while data.count <= most, let part = try file.read(upToCount: step), !part.isEmpty {
                    data.append(part)
                }
                if data.count <= most { return data }
            }
        } catch {
            throw ImageFileError(.file, "The image at \(url.path) cannot be read: \(error.systemReason)")
        }
        throw ImageFileError(
            .tooLarge, "The image at \(url.path) has more than \(most) bytes, the most that are read. Make it smaller.")
    }

    private static func beginning(of file: FileHandle) throws -> Data {
        var data = Data()
        while data.count < ImageFormat.length, let part = try file.read(upToCount: ImageFormat.length - data.count),
            !part.isEmpty
        {
            data.append(part)
        }
        return data
    }

    /// 0 for what is no file on a disk.
    private static func size(of file: FileHandle) -> Int {
        var status = stat()
        return fstat(file.fileDescriptor, &status) == 0 ? Int(status.st_size) : 0
    }
}
