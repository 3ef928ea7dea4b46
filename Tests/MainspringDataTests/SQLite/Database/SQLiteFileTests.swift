import Foundation
@testable import StoreFaults
import Testing

@testable import MainspringData

@Suite struct SQLiteFileTests {
    let folder = Scratch()
    var source: String { folder.path("source.sqlite") }
    var destination: String { folder.path("destination.sqlite") }

    /// A database with so many rows.
    func make(_ path: String, rows: Int, pageSize: Int = 4_096) throws -> SQLiteDatabase {
        var settings = DatabaseSettings()
        settings.makingPragmas.insert(.init(name: "page_size", value: "\(pageSize)"), at: 0)
        let database = try SQLiteDatabase(path: path, settings: settings)
        try database.writer?.write {
            try $0.connection.execute(
                """
                CREATE TABLE t (c);
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                INSERT INTO t SELECT randomblob(500) FROM n
                """)
        }
        return database
    }

    func rows(_ path: String) throws -> SQLiteValue? {
        let connection = try SQLiteConnection(path: path, access: .readWrite)
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
        return try connection.value("SELECT count(*) FROM t")
    }

    func makeLong(_ store: String, _ names: [String]) throws {
        let folder = ExternalFolder(store: store).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in names { try Data(name.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    }

    func long(_ store: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: ExternalFolder(store: store).path)) ?? []).sorted()
    }

    @Test func `A store is copied with what is in its log, while it is in use`() throws {
        let database = try make(source, rows: 7)
        #expect(folder.names.contains("source.sqlite-wal"))
        try SQLiteFile.copy(from: source, to: destination)
        #expect(try rows(destination) == .integer(7))
        #expect(folder.names.filter { $0.contains("destination") } == ["destination.sqlite"])
        try database.writer?.write { try $0.connection.execute("DELETE FROM t") }
        #expect(try rows(destination) == .integer(7))
    }

    @Test(arguments: [1_024, 4_096, 16_384])
    func `A copy takes the place of another store, whatever the size of its pages, and of its log`(pageSize: Int) throws
    {
        try make(source, rows: 7).close()
        let old = try make(destination, rows: 300, pageSize: pageSize)
        // Left as by a crash: with a log.
        for part in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: destination + part, toPath: folder.path("crashed" + part))
        }
        old.close()
        try SQLiteFile.copy(from: source, to: folder.path("crashed"))
        #expect(try rows(folder.path("crashed")) == .integer(7))
        try SQLiteFile.copy(from: source, to: destination)
        #expect(try rows(destination) == .integer(7))
        #expect(folder.names == ["crashed", "destination.sqlite", "source.sqlite"])
    }

    @Test func `Long data come along, and those of the store that was there go`() throws {
        try make(source, rows: 1).close()
        try make(destination, rows: 2).close()
        try makeLong(source, ["a", "b"])
        try makeLong(destination, ["b", "c"])
        try SQLiteFile.copy(from: source, to: destination)
        #expect(long(destination) == ["a", "b"] && long(source) == ["a", "b"])
    }

    @Test func `What is no store is no source, and is replaced by one`() throws {
        try Data("no store".utf8).write(to: URL(fileURLWithPath: destination))
        #expect(throws: NSError.self) { try SQLiteFile.copy(from: destination, to: source) }
        #expect(throws: NSError.self) { try SQLiteFile.copy(from: folder.path("none"), to: source) }
        #expect(folder.names == ["destination.sqlite"])
        try make(source, rows: 3).close()
        try SQLiteFile.copy(from: source, to: destination)
        #expect(try rows(destination) == .integer(3))
    }

    @Test func `A store that is in use is not replaced`() throws {
        try make(source, rows: 3).close()
        let database = try make(destination, rows: 5)
        let error = #expect(throws: NSError.self) {
            try SQLiteFile.copy(from: source, to: destination, busyTimeout: 0)
        }
        #expect(error?.localizedDescription.contains("in use") == true)
        database.close()
        #expect(try rows(destination) == .integer(5))
    }

    @Test func `A copy of itself is itself`() throws {
        try make(source, rows: 3).close()
        try SQLiteFile.copy(from: source, to: source)
        #expect(try rows(source) == .integer(3))
    }

    @Test(arguments: [true, false])
    func `Whichever call fails, the place has the old store or the new one`(isReplacing: Bool) throws {
        try make(source, rows: 4).close()
        let old = folder.path("old")
        try make(old, rows: 6).close()
        var number = 0
        while true {
            number += 1
            try? SQLiteFile.parts(of: destination).delete()
            if isReplacing { try FileManager.default.copyItem(atPath: old, toPath: destination) }
            let faults = SQLiteFaults()
            faults.fail(at: number, isLasting: true)
            var isCopied = false
            do {
                try SQLiteFile.copy(from: source, to: destination, vfs: faults.vfs.name)
                isCopied = true
            } catch let error as NSError {
                #expect(error.domain == NSCocoaErrorDomain)
            }
            if isCopied {
                #expect(try rows(destination) == .integer(4))
            } else if isReplacing {
                #expect(try rows(destination) == .integer(6))
            } else {
                #expect(folder.names == ["old", "source.sqlite"])
            }
            if faults.failureCount == 0 { break }
        }
        #expect(number > 5)
    }

    @Test func `A store is deleted with all that is beside it`() throws {
        _ = try make(source, rows: 1)
        try makeLong(source, ["a"])
        try SQLiteFile.parts(of: source).delete()
        try SQLiteFile.parts(of: source).delete()
        #expect(folder.names.isEmpty)
    }
}
