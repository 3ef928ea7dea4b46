internal import Foundation
internal import Glibc

/// Where something is to be written: what a path leads to, and what is there.
struct OutputPlace {
    /// What is at a place.
    enum Contents {
        case nothing
        case file(permissions: mode_t)
        case folder
        /// A device, a pipe or a socket: it is written into, and nothing takes its place.
        case stream
    }

    /// The path as somebody has given it, for sentences.
    let given: String
    /// The path to write at, without links: what a link leads to is written, and the link stays.
    let path: String
    let contents: Contents

    /// Longer chains of links lead nowhere, as for the system.
    private static let longestChain = 40

    /// A model has fewer files.
    private static let mostFiles = 10_000

    /// - Throws: ``ToolError`` for a link that leads to itself.
    init(_ given: String) throws {
        self.given = given
        var status = stat()
        guard stat(given, &status) == 0 else {
            (path, contents) = (try Self.missing(given), .nothing)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: contents = .file(permissions: status.st_mode & 0o777)
        case S_IFDIR: contents = .folder
        default: contents = .stream
        }
        path = Self.real(given) ?? given
    }

    /// Where what is not there yet is to be made: links may lead to it.
    private static func missing(_ given: String) throws -> String {
        var path = given
        for _ in 0..<longestChain {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                let (folder, name) = parts(path)
                return real(folder).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? path
            }
            path = target.hasPrefix("/") ? target : "\(parts(path).folder)/\(target)"
        }
        throw ToolError("“\(given)” is a link that leads to itself. Give another place.")
    }

    /// The folder of a path, and the name in it.
    private static func parts(_ path: String) -> (folder: String, name: String) {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        guard let slash = path.lastIndex(of: "/") else { return (".", String(path)) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    // MARK: What may be written over

    /// Sees to it that nothing is written over that is read, by whatever name.
    /// - Parameters:
    ///   - inputs: files that are read, and folders with all that is in them.
    ///   - names: what is to be written in the folder at this place; the place itself is without any.
    /// - Throws: ``ToolError``.
    func requireOther(than inputs: [String], writing names: [String] = []) throws {
        let outputs = ([path] + names.map { "\(path)/\($0)" }).compactMap { FileIdentity($0) }
        guard !outputs.isEmpty else { return }
        for input in inputs where Self.files(input).contains(where: { outputs.contains($0) }) {
            throw ToolError(
                "“\(input)” is read, and “\(given)” would be written over it. Give another place for what is written.")
        }
    }

    /// Sees to it that nothing is written where SQLite keeps something beside a store, be there anything now or not.
    /// - Throws: ``ToolError``.
    func requireNoCompanion(of store: String) throws {
        let store = Self.real(store) ?? store
        guard ["-wal", "-shm", "-journal"].contains(where: { path == store + $0 }) else { return }
        throw ToolError("“\(given)” is where SQLite keeps what belongs to “\(store)”. Give another place.")
    }

    /// What is at a path, and in it.
    private static func files(_ path: String) -> [FileIdentity] {
        guard let own = FileIdentity(path) else { return [] }
        var found = [own]
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return found
        }
        let names = FileManager.default.enumerator(atPath: path)
        while found.count < mostFiles, let name = names?.nextObject() as? String {
            if let file = FileIdentity("\(path)/\(name)") { found.append(file) }
        }
        return found
    }

    // MARK: Writing

    /// Writes a file, which is there when all is written, with the permissions of the one before; a stream is written into.
    func write(_ body: (TextOutput) throws -> Void) throws {
        switch contents {
        case .folder:
            throw ToolError("“\(given)” is a folder, and a file is to be written there. Give another place.")
        case .stream: try Self.withStream(given, O_WRONLY | O_NOCTTY, named: given, body)
        case .nothing, .file:
            let unfinished = UnfinishedFiles.shared.begin(at: path, named: given)
            try Self.withFile(unfinished, named: given, body)
            try UnfinishedFiles.shared.finish(unfinished, as: self)
        }
    }

    /// Makes a file, and runs a closure with a stream into it.
    /// - Parameter name: what it is called in errors.
    static func withFile(_ path: String, named name: String, _ body: (TextOutput) throws -> Void) throws {
        try withStream(path, O_WRONLY | O_CREAT | O_EXCL, named: name, body)
    }

    private static func withStream(
        _ path: String, _ flags: Int32, named name: String, _ body: (TextOutput) throws -> Void
    ) throws {
        let descriptor = open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ToolError(
                "“\(name)” cannot be written: \(String(cString: strerror(errno))). See that its folder is there and that it may be."
            )
        }
        defer { close(descriptor) }
        let output = TextOutput(descriptor: descriptor, name: "“\(name)”")
        try body(output)
        try output.flush()
    }
}

/// A file whatever its name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// That of what a path leads to; nil for nothing.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

/// What is at a path, links not followed.
enum FileKind {
    /// Whether it is a plain file.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
