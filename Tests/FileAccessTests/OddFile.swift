import FileAccess
import Foundation
import Glibc

/// Something other than a regular file, which tests put where a regular file is expected.
enum OddFile: CaseIterable {
    case folder, pipe, socket, linkToFolder, linkToPipe, linkToDevice

    /// Creates it.
    func make(at path: String) throws {
        switch self {
        case .folder:
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .pipe: _ = mkfifo(path, 0o600)
        case .socket: try Self.makeSocket(path)
        case .linkToFolder: try link(to: .folder, path)
        case .linkToPipe: try link(to: .pipe, path)
        case .linkToDevice:
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        }
    }

    private func link(to other: OddFile, _ path: String) throws {
        try other.make(at: path + "-target")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "-target")
    }

    private static func makeSocket(_ path: String) throws {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name in the current folder fits into the address; a long path does not.
        let folder = FileManager.default.currentDirectoryPath
        defer { chdir(folder) }
        chdir((path as NSString).deletingLastPathComponent)
        let name = Array((path as NSString).lastPathComponent.utf8.prefix(100))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
    }

    /// The facts by which a test sees that what is at a path, and what a link there leads to, are unchanged.
    static func facts(_ path: String) -> [FileStatus?] {
        [FileStatus.of(path, followsLinks: false), FileStatus.of(path)]
    }
}

/// A temporary folder of a test, which is deleted at the end.
final class TestFolder {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "files-" + UUID().uuidString
        mkdir(path, 0o700)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func path(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, _ name: String, permissions: mode_t = 0o644) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        chmod(path(name), permissions)
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }
}
