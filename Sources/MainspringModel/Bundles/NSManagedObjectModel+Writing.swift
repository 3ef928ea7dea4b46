internal import FileAccess
public import Foundation

extension NSManagedObjectModel {
    /// Writes the model into a file or folder, in the form that its extension says. Ours.
    ///
    /// - Parameter url: `.xcdatamodel`: a folder with XML, as Xcode has it. `.mom`: a compiled model. What was there is
    ///   replaced.
    /// - Throws: ``ModelFileError`` if the model has issues, or something that the form has no place for; see
    ///   <doc:ModelFiles>.
    public func write(to url: URL) throws(ModelFileError) {
        switch url.pathExtension {
        case "xcdatamodel":
            let text = try xmlContents(path: url.path)
            try Self.writing(url) {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
                try WholeFile.write(Data(text.utf8), to: url.appendingPathComponent("contents").path)
            }
        case "mom":
            let data = try compiled(path: url.path)
            try Self.writing(url) { try WholeFile.write(data, to: url.path) }
        case let name:
            throw ModelFileError(
                path: url.path, reason: "there is no form of models “\(name.excerpt)”; write a .xcdatamodel or a .mom")
        }
    }

    /// The XML that Xcode keeps in `contents` of a `.xcdatamodel`. Ours.
    ///
    /// Equal models give equal texts; a text that Xcode wrote and that was read comes out as it was. Version hashes that a
    /// file brought along are not written. A validation predicate without a warning has the code of its kind when the
    /// text is read, and an expression in an index its text as the name.
    /// - Throws: ``ModelFileError`` if the model has issues, or something that the XML has no place for: a second version
    ///   identifier, names for the user's eyes, validation other than bounds and a regular expression of attributes,
    ///   warnings other than their codes, user info that is no text, and the like; see <doc:ModelFiles>.
    public func xmlContents() throws(ModelFileError) -> String { try xmlContents(path: title) }

    /// The bytes of a compiled model, as they stand in a `.mom`.
    package func compiled() throws(ModelFileError) -> Data { try compiled(path: title) }

    private func compiled(path: String) throws(ModelFileError) -> Data {
        try ModelArchiveWriter.write(self, for: .file, path: path)
    }

    private func xmlContents(path: String) throws(ModelFileError) -> String {
        if let issue = issues.first { throw ModelFileError(path: path, reason: String(issue.description.dropLast())) }
        return try ModelXMLWriter.write(self, path: path)
    }

    private static func writing(_ url: URL, _ body: () throws -> Void) throws(ModelFileError) {
        do {
            try body()
        } catch {
            throw ModelFileError(path: url.path, reason: "it cannot be written: \(error.localizedDescription)")
        }
    }
}
