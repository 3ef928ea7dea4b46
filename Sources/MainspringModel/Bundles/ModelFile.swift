package import Foundation
internal import Glibc

/// A file with one model, in whatever form.
package enum ModelFile {
    /// Reads a file, or a `.xcdatamodel` folder with `contents` (XML) or `elements` (the editor's archive before that).
    static func read(_ url: URL, into model: NSManagedObjectModel) throws(ModelFileError) -> [String] {
        var file = url
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            let candidates = ["contents", "elements"].map { url.appendingPathComponent($0) }
            guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
                throw ModelFileError(
                    path: url.path, reason: "there is neither “contents” nor “elements” in it; name a model's folder")
            }
            file = found
        }
        return try read(try data(file), path: file.path, into: model)
    }

    /// Reads the bytes of a file.
    /// - Parameter path: says in errors where they are from.
    /// - Returns: The model, and in sentences what was not understood.
    package static func read(
        _ data: Data, path: String
    ) throws(ModelFileError) -> (model: NSManagedObjectModel, notes: [String]) {
        let model = NSManagedObjectModel()
        let notes = try read(data, path: path, into: model)
        return (model, notes)
    }

    private static func read(
        _ data: Data, path: String, into model: NSManagedObjectModel
    ) throws(ModelFileError) -> [String] {
        isXML(data)
            ? try ModelXMLReader.read(data, path: path, into: model)
            : try ModelArchiveReader.read(data, path: path, into: model)
    }

    /// Whether the data are the XML of a model, and no property list in XML.
    private static func isXML(_ data: Data) -> Bool {
        let start = data.prefix(1_024)
        guard start.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return false }
        return start.range(of: Data("<plist".utf8)) == nil
    }

    /// The bytes of a file; of a pipe or device none are read, since they may never end.
    static func data(_ url: URL) throws(ModelFileError) -> Data {
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ModelFileError(path: url.path, reason: "it is no file that can be read; name a model")
        }
        guard status.st_size <= greatestSize else {
            throw ModelFileError(
                path: url.path, reason: "it has \(status.st_size) bytes, and no model has more than \(greatestSize)")
        }
        do {
            return try Data(contentsOf: url)
        } catch {
            throw ModelFileError(path: url.path, reason: "it cannot be read: \(error.localizedDescription)")
        }
    }

    private static let greatestSize = 256 << 20
}
