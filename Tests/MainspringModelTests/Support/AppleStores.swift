import Foundation

/// Models and stores that Apple's tools wrote, which are not part of the project: beside the checkout in
/// `shared/stores`, or where the environment variable `MAINSPRING_STORES` says. Tests that need them are skipped
/// elsewhere.
enum AppleStores {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["MAINSPRING_STORES"] { return URL(fileURLWithPath: path) }
        var checkout = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { checkout.deleteLastPathComponent() }
        return checkout.deletingLastPathComponent().appendingPathComponent("shared/stores")
    }()

    static var areHere: Bool { FileManager.default.fileExists(atPath: folder.path) }
    static let skipped = "The stores of Apple's are not beside the checkout."

    /// A property list of the folder.
    static func propertyList(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appendingPathComponent(path))
        return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    }

    /// Whether there are stores, and a Python that can read them.
    static let areReadable: Bool = areHere && (try? metadata()) != nil

    /// The metadata of every store that has them, by the store's name.
    static func metadata() throws -> [(name: String, list: [String: Any])] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".db") || $0.hasSuffix(".CDBStore") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = """
            import plistlib, sqlite3, sys
            lists = {}
            for path in sys.argv[1:]:
                db = sqlite3.connect("file:" + path + "?immutable=1", uri=True)
                lists[path] = plistlib.loads(db.execute("select Z_PLIST from Z_METADATA").fetchone()[0])
            sys.stdout.buffer.write(plistlib.dumps(lists))
            """
        process.arguments = ["python3", "-c", script] + paths.map { folder.appendingPathComponent($0).path }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let lists = list as? [String: [String: Any]] ?? [:]
        return lists.sorted { $0.key < $1.key }.map { (URL(fileURLWithPath: $0.key).lastPathComponent, $0.value) }
    }
}
