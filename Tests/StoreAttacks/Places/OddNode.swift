import Foundation
import TrialStores

/// Something that is not a regular file.
enum OddNode: String, CaseIterable {
    case emptyFolder = "an empty folder"
    case folder = "a folder"
    case pipe = "a pipe"
    case socket = "a socket"
    case nullDevice = "a null device"
    case zeroDevice = "a zero device"
    case fullDevice = "a full device"

    /// The device's path in `/dev` and its number on Linux (admin-guide/devices.txt); `nil` for what is no device.
    private var device: (path: String, number: dev_t)? {
        switch self {
        case .nullDevice: ("/dev/null", 1 << 8 | 3)
        case .zeroDevice: ("/dev/zero", 1 << 8 | 5)
        case .fullDevice: ("/dev/full", 1 << 8 | 7)
        default: nil
        }
    }

    /// Whether it is a device, which only a private mount namespace may hold.
    var isDevice: Bool { device != nil }
    var isFolder: Bool { self == .emptyFolder || self == .folder }

    /// Creates it at a path.
    func make(at path: String) throws {
        switch self {
        case .emptyFolder: try Self.check(mkdir(path, 0o700), path)
        case .folder:
            try Self.check(mkdir(path, 0o700), path)
            try Data("kept".utf8).write(to: URL(fileURLWithPath: path + "/kept"))
        case .pipe: try Self.check(mkfifo(path, 0o600), path)
        case .socket: try Self.bindSocket(path)
        case .nullDevice, .zeroDevice, .fullDevice:
            guard let device else { return }
            if mknod(path, S_IFCHR | 0o600, device.number) == 0 { return }
            // In a user namespace there are no new devices, but the namespace's own can be mounted elsewhere.
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try Self.check(file, path)
            close(file)
            try Self.check(mount(device.path, path, nil, UInt(MS_BIND), nil), path)
        }
    }

    /// Deletes what ``make(at:)`` created.
    static func remove(_ path: String) {
        _ = umount2(path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func bindSocket(_ path: String) throws {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try check(socket, path)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A path of a socket has at most 107 bytes, so that the folder is left first.
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        try check(chdir(folder), folder)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8.prefix(107)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try check(result, path)
    }

    private static func check(_ result: Int32, _ path: String) throws {
        guard result >= 0 else {
            throw Broken(description: "\(path) could not be created: \(String(cString: strerror(errno)))")
        }
    }

    // MARK: Facts

    /// What is at a path and what a link there leads to, by which a change is noticed.
    static func facts(_ path: String) -> [String] {
        var (own, target) = (stat(), stat())
        lstat(path, &own)
        stat(path, &target)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
        return [own, target].flatMap { ["\($0.st_ino)", "\($0.st_mode)", "\($0.st_rdev)", "\($0.st_nlink)"] } + names
    }
}
