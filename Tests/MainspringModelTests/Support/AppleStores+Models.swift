import Foundation

extension AppleStores {
    /// A file or folder of them.
    static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// All whose path ends in one of several ways.
    static func paths(_ endings: [String]) -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return all.filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
    }
}

/// The models that stores keep, got out of them by the command-line tool of SQLite.
enum AppleCaches {
    private static let tool = "/usr/bin/sqlite3"
    static var areReadable: Bool { AppleStores.areHere && FileManager.default.isExecutableFile(atPath: tool) }
    static let skipped = "There are no stores of Apple's, or no \(tool) to read them."

    /// The content of a store's cache.
    static func content(_ store: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool)
        let path = AppleStores.url(store).absoluteString
        process.arguments = ["\(path)?immutable=1", "select hex(Z_CONTENT) from Z_MODELCACHE"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        let digits = [UInt8](output).filter { $0 > 0x20 }
        return Data(
            stride(from: 0, to: digits.count, by: 2).compactMap { index in
                UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
            })
    }
}
