import Foundation
import Testing

@testable import MainspringData

/// Files without a log beside which a journal lies, opened only to be read.
@Suite struct JournalOpeningTests {
    private let folder = Scratch()
    private var path: String { folder.path("file.sqlite") }

    private func settings(isReadOnly: Bool) -> DatabaseSettings {
        var settings = DatabaseSettings()
        (settings.journalMode, settings.isReadOnly) = ("DELETE", isReadOnly)
        // So the journal counts from its first page on, and not only while nobody can read.
        settings.synchronous = "OFF"
        return settings
    }

    /// A file with a row, and what calls a closure in a transaction that adds another one.
    private func whileWriting(_ body: () throws -> Void) throws {
        let database = try SQLiteDatabase(path: path, settings: settings(isReadOnly: false))
        try database.writer?.write { try $0.connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (1)") }
        try database.writer?.write { (transaction) throws in
            try transaction.connection.execute("INSERT INTO t VALUES (2)")
            try #require(folder.names == ["file.sqlite", "file.sqlite-journal"])
            try body()
        }
        database.close()
    }

    private func count(_ path: String) throws -> SQLiteValue? {
        let database = try SQLiteDatabase(path: path, settings: settings(isReadOnly: true))
        defer { database.close() }
        return try database.readers.read { try $0.connection.value("SELECT count(*) FROM t") }
    }

    private func way(_ path: String) throws -> DatabasePlace.Way {
        let opener = try DatabaseOpener(path, settings(isReadOnly: true), [], [])
        defer { opener.close() }
        return opener.way
    }

    @Test func `one that somebody writes is read where it is, and not from a copy`() throws {
        try whileWriting { () throws in
            #expect(try way(path) == .readOnly)
            #expect(try count(path) == .integer(1))
        }
        #expect(try count(path) == .integer(2))
        #expect(folder.names == ["file.sqlite"])
    }

    @Test func `one whose writer is gone is read from a copy, and stays as it is`() throws {
        let crashed = folder.path("crashed.sqlite")
        var copies: [String: Data] = [:]
        try whileWriting { () throws in
            for part in ["", "-journal"] { copies[part] = FileManager.default.contents(atPath: path + part) }
        }
        for (part, data) in copies { try data.write(to: URL(fileURLWithPath: crashed + part)) }
        #expect(try way(crashed) == .copy)
        #expect(try count(crashed) == .integer(1))
        for (part, data) in copies { #expect(FileManager.default.contents(atPath: crashed + part) == data) }
    }
}
