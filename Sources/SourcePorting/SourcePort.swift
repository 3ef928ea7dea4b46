internal import FileAccess
public import Foundation

/// Ports the Swift files of a folder, or one file.
public enum SourcePort {
    /// What came of it.
    public struct Result: Sendable {
        /// The files in which something was to change or to be looked at, by path.
        public let files: [PortedFile]
        /// How many files were read.
        public let filesRead: Int
        /// What could not be read or written, by path: it is as it was, and the others are ported all the same.
        public let failures: [SourcePortError]
    }

    /// Ports a file, or all Swift files in a folder and those in it.
    ///
    /// Folders whose names begin with a point, such as `.build`, are passed over. What a link leads to is ported where it is, once. A file
    /// that is written keeps its permissions.
    ///
    /// - Parameters:
    ///   - url: The file or folder.
    ///   - isDryRun: Whether everything stays as it is, and only the result says what would change.
    /// - Throws: ``SourcePortError`` where there is neither a file nor a folder. What cannot be read or written of a folder is among the
    ///   result's failures.
    public static func port(_ url: URL, isDryRun: Bool) throws -> Result {
        let paths = try swiftFiles(at: url)
        var files: [PortedFile] = []
        var failures: [SourcePortError] = []
        for path in paths {
            do throws(SourcePortError) {
                let file = try port(path)
                guard !file.edits.isEmpty || !file.leftovers.isEmpty else { continue }
                if !isDryRun, !file.edits.isEmpty { try write(file) }
                files.append(file)
            } catch {
                failures.append(error)
            }
        }
        return Result(files: files, filesRead: paths.count, failures: failures)
    }

    private static func port(_ path: String) throws(SourcePortError) -> PortedFile {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
        // A file that is no UTF-8 would not survive being written.
        guard let text = String(data: data, encoding: .utf8) else { throw .notUTF8(path) }
        return PortedFile(path: path, text: text)
    }

    private static func write(_ file: PortedFile) throws(SourcePortError) {
        do {
            try WholeFile.write(Data(file.text.utf8), to: file.path)
        } catch {
            throw .unwritable(file.path, error.clause)
        }
    }

    private static func swiftFiles(at url: URL) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw SourcePortError.unreadable(url.path)
        }
        guard isFolder.boolValue else { return [url.resolvingSymlinksInPath().path] }
        var paths: Set<String> = []
        let names = FileManager.default.enumerator(atPath: url.path)
        while let name = names?.nextObject() as? String {
            let last = name.split(separator: "/").last ?? ""
            if last.hasPrefix(".") {
                names?.skipDescendants()
            } else if last.hasSuffix(".swift") {
                let file = url.appending(path: name).resolvingSymlinksInPath().path
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
                if !isFolder.boolValue { paths.insert(file) }
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
