import Foundation
import Testing

@testable import MainspringData

@Suite struct DatabaseSettingsTests {
    func settings(_ options: [AnyHashable: Any]) throws -> DatabaseSettings {
        try DatabaseSettings(options: options, path: "/a/file")
    }

    @Test func `Without options a store is safe, has a log, and waits ten seconds`() throws {
        let settings = try DatabaseSettings(options: nil, path: "/a/file")
        #expect(!settings.isReadOnly && settings.journalMode == "WAL" && settings.synchronous == "FULL")
        #expect(settings.busyTimeout == 10_000 && settings.pragmas.isEmpty)
        #expect(settings.makingPragmas == [.init(name: "auto_vacuum", value: "INCREMENTAL")])
    }

    @Test func `Options say what they say`() throws {
        let settings = try settings([
            NSReadOnlyPersistentStoreOption: true, NSSQLiteAnalyzeOption: true, NSSQLiteManualVacuumOption: true,
            NSPersistentStoreTimeoutOption: 2.5, NSPersistentStoreConnectionPoolMaxSizeKey: 3,
            NSPersistentStoreFileProtectionKey: "NSFileProtectionComplete",
        ])
        #expect(settings.isReadOnly && settings.isAnalyzed && settings.isVacuumed)
        #expect(settings.busyTimeout == 2_500 && settings.readerLimit == 3)
    }

    @Test func `Pragmas are taken by name, in any case, as texts or numbers`() throws {
        let settings = try settings([
            NSSQLitePragmasOption: [
                "journal_mode": "delete", "SYNCHRONOUS": "normal", "cache_size": -4_000, "page_size": "8192",
                "auto_vacuum": "none", "busy_timeout": 7, "wal_autocheckpoint": "50", "secure_delete": "fast",
            ] as [String: Any]
        ])
        #expect(settings.journalMode == "DELETE" && settings.synchronous == "NORMAL")
        #expect(settings.busyTimeout == 7 && settings.checkpointPages == 50)
        #expect(settings.pragmas.map(\.statement) == ["PRAGMA cache_size = -4000", "PRAGMA secure_delete = FAST"])
        #expect(settings.makingPragmas.map(\.statement) == ["PRAGMA page_size = 8192", "PRAGMA auto_vacuum = NONE"])
    }

    @Test func `A journal in memory takes a refused transaction back`() throws {
        let folder = Scratch()
        let settings = try settings([NSSQLitePragmasOption: ["journal_mode": "memory", "synchronous": "off"]])
        let database = try SQLiteDatabase(path: folder.path("file"), settings: settings)
        try database.writer?.write { try $0.connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (1)") }
        #expect(throws: CocoaError.self) {
            try database.writer?.write {
                try $0.connection.execute("DELETE FROM t")
                throw CocoaError(.userCancelled)
            }
        }
        #expect(try database.readers.read { try $0.connection.value("SELECT count(*) FROM t") } == .integer(1))
        database.close()
        #expect(folder.names == ["file"])
    }

    @Test(arguments: [
        ("journal_mode", "OFF"), ("locking_mode", "EXCLUSIVE"),
        ("synchronous", "sometimes"),
        ("cache_size", "many"), ("cache_size", "1; DROP TABLE t"), ("writable_schema", "ON"),
        ("x = 1; DROP TABLE t", "1"),
        ("page_size", "5000"), ("", ""), ("mmap_size", "-1"), ("key", "secret"),
    ])
    func `A pragma that is not known, or cannot be so, is refused in a sentence that names it`(
        name: String, value: String
    ) {
        let error = #expect(throws: NSError.self) { try settings([NSSQLitePragmasOption: [name: value]]) }
        #expect(error?.code == NSPersistentStoreOpenError)
        #expect(error?.localizedDescription.contains("“\(name)”") == true)
        #expect(error?.localizedDescription.contains("/a/file") == true)
    }

    @Test func `Pragmas that are no dictionary are refused`() {
        #expect(throws: NSError.self) { try settings([NSSQLitePragmasOption: "journal_mode=WAL"]) }
    }

    @Test func `Pragmas hold for the connections, and for a file that is made`() throws {
        let folder = Scratch()
        let settings = try settings([
            NSSQLitePragmasOption: [
                "journal_mode": "DELETE", "page_size": "8192", "cache_size": "-77", "synchronous": "EXTRA",
            ]
        ])
        let database = try SQLiteDatabase(path: folder.path("file"), settings: settings)
        try database.writer?.write { try $0.connection.execute("CREATE TABLE t (c)") }
        for (pragma, value) in [
            ("journal_mode", SQLiteValue.text("delete")), ("page_size", .integer(8_192)), ("cache_size", .integer(-77)),
            ("synchronous", .integer(3)),
        ] {
            #expect(try database.writer?.withConnection { try $0.value("PRAGMA \(pragma)") } == value)
            #expect(try database.readers.read { try $0.connection.value("PRAGMA \(pragma)") } == value)
        }
    }

    @Test func `A store is analyzed and made compact when that is wished`() throws {
        let folder = Scratch()
        let path = folder.path("file")
        var settings = DatabaseSettings()
        settings.makingPragmas = []
        let database = try SQLiteDatabase(path: path, settings: settings)
        try database.writer?.write {
            try $0.connection.execute(
                """
                CREATE TABLE t (c); CREATE INDEX i ON t (c); INSERT INTO t VALUES (randomblob(100000)), (1);
                DELETE FROM t WHERE length(c) > 9
                """)
        }
        database.close()
        (settings.isAnalyzed, settings.isVacuumed) = (true, true)
        let again = try SQLiteDatabase(path: path, settings: settings)
        #expect(try again.readers.read { try $0.connection.value("PRAGMA freelist_count") } == .integer(0))
        #expect(
            try again.readers.read { try $0.connection.value("SELECT count(*) FROM sqlite_stat1") } == .integer(1))
    }

    @Test(
        arguments: [
            (["a"], nil, 0), (["a", "-com.apple.CoreData.SQLDebug", "1"], nil, 1),
            (["a", "-com.apple.CoreData.SQLDebug", "3"], "1", 3), (["a"], "2", 2),
            (["a", "-com.apple.CoreData.SQLDebug"], nil, 0), (["a", "-com.apple.CoreData.SQLDebug", "yes"], nil, 0),
            (["a"], "-1", 0),
        ] as [([String], String?, Int)])
    func `Statements are printed when the program was started so`(
        arguments: [String], environment: String?, level: Int
    ) {
        #expect(SQLDebug.level(arguments: arguments, environment: environment) == level)
    }

    @Test func `A statement is printed with its time in seconds`() {
        #expect(
            SQLDebug.lines("SELECT 1", nanoseconds: 1_234_567) == [
                "CoreData: sql: SELECT 1", "CoreData: annotation: sql execution time: 0.0012s",
            ])
    }

    @Test(arguments: [1, 3]) func `Each statement is printed when it has ended, with its values where they are wished`(
        level: Int
    ) async throws {
        // A constant: what an exit test runs captures nothing.
        let result =
            level == 1
            ? await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { try printStatements(1) }
            : await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { try printStatements(3) }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("CoreData: sql: SELECT \(level == 1 ? "?" : "'a''b'")\n"), "\(text)")
        #expect(text.contains("CoreData: annotation: sql execution time: 0."))
    }
}

/// Runs a statement over a connection that prints.
private func printStatements(_ level: Int) throws {
    let folder = Scratch()
    let connection = try SQLiteConnection(path: folder.path("file"), access: .create)
    SQLDebug.watch(connection, level: level)
    let select = try connection.prepare("SELECT ?")
    try select.bind("a'b", at: 1)
    try select.run()
}
