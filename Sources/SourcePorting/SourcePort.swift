public import Foundation

/// Ports the Swift files of a folder, or one file.
public enum SourcePort {
    /// What came of it.
    public struct Result: Sendable {
        /// The files in which something was to change or to be looked at, by path.
        public let files: [PortedFile]
        /// How many files were read.
        public let filesRead: Int
    }

    /// Ports a file, or all Swift files in a folder and those in it.
    ///
    /// Folders whose names begin with a point, such as `.build`, are passed over.
    ///
    /// - Parameters:
    ///   - url: The file or folder.
    ///   - isDryRun: Whether everything stays as it is, and only the result says what would change.
    /// - Throws: ``SourcePortError`` where something cannot be read or written. Files before it are ported by then.
    public static func port(_ url: URL, isDryRun: Bool) throws -> Result {
        let paths = try swiftFiles(at: url)
        var files: [PortedFile] = []
        for path in paths {
            guard let data = FileManager.default.contents(atPath: path) else { throw SourcePortError.unreadable(path) }
            // A file that is no UTF-8 would not survive being written.
            guard let text = String(data: data, encoding: .utf8) else { throw SourcePortError.notUTF8(path) }
            let file = PortedFile(path: path, text: text)
            guard !file.edits.isEmpty || !file.leftovers.isEmpty else { continue }
            files.append(file)
            guard !isDryRun, !file.edits.isEmpty else { continue }
            do {
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                throw SourcePortError.unwritable(path, error.localizedDescription)
            }
        }
        return Result(files: files, filesRead: paths.count)
    }

    private static func swiftFiles(at url: URL) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw SourcePortError.unreadable(url.path)
        }
        guard isFolder.boolValue else { return [url.path] }
        var paths: [String] = []
        let names = FileManager.default.enumerator(atPath: url.path)
        while let name = names?.nextObject() as? String {
            let last = name.split(separator: "/").last ?? ""
            if last.hasPrefix(".") {
                names?.skipDescendants()
            } else if last.hasSuffix(".swift") {
                paths.append(url.appending(path: name).path)
            }
        }
        return paths.sorted()
    }
}

/// Why files cannot be ported.
public enum SourcePortError: Error, Equatable, CustomStringConvertible {
    /// A file or folder is not there, or may not be read.
    case unreadable(String)
    /// A file is no UTF-8.
    case notUTF8(String)
    /// A file may not be written, with what the system says.
    case unwritable(String, String)

    /// The reason and what to do, in a sentence.
    public var description: String {
        switch self {
        case .unreadable(let path): "“\(path)” cannot be read. Check that it exists and may be read."
        case .notUTF8(let path): "“\(path)” is no UTF-8. Convert it, then port it again."
        case .unwritable(let path, let reason): "“\(path)” cannot be written: \(reason)"
        }
    }
}
