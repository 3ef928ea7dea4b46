import Foundation

/// Models and stores that Apple's tools wrote, which are not part of the project: beside the checkout in
/// `shared/stores`, or where the environment variable `MAINSPRING_STORES` says. Tests that need them are skipped elsewhere.
enum AppleStores {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["MAINSPRING_STORES"] { return URL(fileURLWithPath: path) }
        var checkout = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { checkout.deleteLastPathComponent() }
        return checkout.deletingLastPathComponent().appendingPathComponent("shared/stores")
    }()

    static var areHere: Bool { FileManager.default.fileExists(atPath: folder.path) }
    static let skipped = "The stores of Apple's are not beside the checkout."

    /// All files that are keyed archives: compiled models, and a model in the form of 2009.
    static func archives() throws -> [(name: String, data: Data)] {
        try files { $0.hasSuffix(".mom") || $0.hasSuffix("/elements") || $0.hasSuffix("/layout") }
    }

    /// The files whose path inside the folder fits.
    static func files(_ fits: (String) -> Bool) throws -> [(name: String, data: Data)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter(fits).sorted().map { path in
            (path, try Data(contentsOf: folder.appendingPathComponent(path)))
        }
    }
}

/// What is inside of the stores: the models that they keep, and transformable values.
///
/// The databases are read by Python, which has SQLite and the raw DEFLATE of a model's cache.
enum StoreContents {
    static let python = "/usr/bin/env"

    /// Whether there are stores, and a Python that can read them.
    static let areReadable: Bool = AppleStores.areHere && (try? run("import sqlite3, zlib", [])) != nil
    static let skipped = "There are no stores of Apple's, or no Python with SQLite to read them."

    /// Returns the archive of every store that keeps its model. The name of each ends in the number of the model's
    /// entities in `Z_PRIMARYKEY`. The numbers of the history's entities begin at 16000.
    static func modelCaches() throws -> [(name: String, data: Data)] {
        try extracted(
            """
            try: rows = db.execute("select Z_CONTENT from Z_MODELCACHE").fetchall()
            except sqlite3.OperationalError: rows = []
            for row in rows:
                count = db.execute("select count(*) from Z_PRIMARYKEY where Z_ENT < 16000").fetchone()[0]
                put(f"model of {count}", zlib.decompress(row[0], -15))
            """)
    }

    /// Every value of a store's own tables that begins like a binary property list.
    static func transformables() throws -> [(name: String, data: Data)] {
        try extracted(
            """
            tables = [r[0] for r in db.execute("select name from sqlite_master where type='table' and name not like 'Z@_%' escape '@'")]
            for table in tables:
                for column in [r[1] for r in db.execute(f"pragma table_info({table})") if r[2] == "BLOB"]:
                    for (value,) in db.execute(f"select {column} from {table}"):
                        if isinstance(value, bytes) and value.startswith(b"bplist"): put(table + "." + column, value)
            """)
    }

    private static func extracted(_ body: String) throws -> [(name: String, data: Data)] {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let indented = body.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        try run(
            """
            import os, sqlite3, sys, zlib
            output, stores = sys.argv[1], sys.argv[2:]
            number = 0
            def put(name, data):
                global number
                number += 1
                open(os.path.join(output, f"{number:05} {store} {name}"), "wb").write(data)
            for path in stores:
                store = os.path.basename(path)
                db = sqlite3.connect("file:" + path + "?immutable=1", uri=True)
            \(indented)
            """, [output.path] + databases())
        return try FileManager.default.contentsOfDirectory(atPath: output.path).sorted().map { name in
            (name, try Data(contentsOf: output.appendingPathComponent(name)))
        }
    }

    private static func databases() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: AppleStores.folder.path).sorted()
            .filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".db") || $0.hasSuffix(".CDBStore") }
            .map { AppleStores.folder.appendingPathComponent($0).path }
    }

    private struct Failed: Error {
        let status: Int32
    }

    private static func run(_ script: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["python3", "-c", script] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    }
}
