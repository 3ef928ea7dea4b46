import Dispatch
import Foundation
import Testing

@_spi(Tools) @testable import MainspringData

@Suite struct SQLiteConnectionTests {
    let folder = Scratch()

    func made(_ name: String = "file.sqlite") throws -> SQLiteConnection {
        try SQLiteConnection(path: folder.path(name), access: .create)
    }

    // MARK: Names and paths

    @Test(arguments: [
        "plain", "select", "two words", "a\"b", "\"\"", "a'b", "a;b", "über", "a%b", "[x]", "`", "--", "?1", " ", "🙂",
    ])
    func `A name in quotation marks is one name whatever is in it`(name: String) throws {
        let connection = try made()
        let quoted = SQLiteName.quoted(name)
        try connection.execute("CREATE TABLE \(quoted) (\(quoted) INTEGER); INSERT INTO \(quoted) VALUES (7)")
        #expect(try connection.value("SELECT \(quoted) FROM \(quoted)") == .integer(7))
        #expect(try connection.value("SELECT name FROM sqlite_schema") == .text(name))
    }

    @Test(arguments: [
        "a?b", "a#b", "a%b", "a%20b", "a b", "a&b=c", "ä🙂", "a:b", "?mode=memory", "file:a", "a'\"b", ":memory:",
        "a\\b", "a\nb",
    ])
    func `A path is the file's name whatever is in it`(name: String) throws {
        try made(name).execute("CREATE TABLE t (c)")
        #expect(folder.names == [name])
        #expect(try made(name).value("SELECT name FROM sqlite_schema") == .text("t"))
    }

    // MARK: Values

    static let values: [SQLiteValue] = [
        .null, .integer(.min), .integer(.max), .integer(0), .real(-0.0), .real(.infinity), .real(-.infinity),
        .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), .real(0.1), .text(""), .text("a\0b"),
        .text("\0"),
        .text("'; DROP TABLE t; --"), .text("🙂é"), .blob(Data()), .blob(Data([0])),
        .blob(Data(repeating: 255, count: 70_000)),
    ]

    @Test(arguments: values)
    func `A value that is bound comes back as it was`(value: SQLiteValue) throws {
        let connection = try made()
        try connection.execute("CREATE TABLE t (c)")
        let insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.bind(value, at: 1)
        try insert.run()
        let select = try connection.prepare("SELECT c, c IS NULL FROM t")
        #expect(try select.step())
        #expect(select.value(0) == value)
        #expect(select.isNull(0) == (value == .null))
    }

    @Test func `What is no number is NULL`() throws {
        let connection = try made()
        let select = try connection.prepare("SELECT ?")
        try select.bind(Double.nan, at: 1)
        #expect(try select.step())
        #expect(select.value(0) == .null)
    }

    @Test func `Bytes that are no UTF-8 are replaced in a text and kept as bytes`() throws {
        let connection = try made()
        let select = try connection.prepare("SELECT CAST(x'61FF62' AS TEXT)")
        #expect(try select.step())
        #expect(select.string(0) == "a\u{FFFD}b")
        #expect(select.withBytes(0) { Array($0) } == [0x61, 0xFF, 0x62])
    }

    // MARK: Statements

    @Test func `A statement that is kept is prepared once, until others were used after it`() throws {
        let connection = try made()
        let first = try connection.cached("SELECT 1")
        for number in 2...connection.statementLimit { _ = try connection.cached("SELECT \(number)") }
        #expect(try connection.cached("SELECT 1") === first)
        _ = try connection.cached("SELECT 'one more'")
        // The second was used before all others.
        #expect(try connection.cached("SELECT 1") === first)
        let second = try connection.cached("SELECT 2")
        for number in 0..<connection.statementLimit { _ = try connection.cached("SELECT \(number) + 0") }
        #expect(try connection.cached("SELECT 1") !== first)
        #expect(try connection.cached("SELECT 2") !== second)
    }

    @Test func `A kept statement that is running is not given to a second user`() throws {
        let connection = try made()
        let first = try connection.cached("SELECT 1 UNION SELECT 2")
        #expect(try first.step())
        let second = try connection.cached("SELECT 1 UNION SELECT 2")
        #expect(first !== second)
        #expect(try second.step())
        #expect(try first.step())
        #expect(first.integer(0) == 2 && second.integer(0) == 1)
    }

    @Test func `A statement can be run again after a failure`() throws {
        let connection = try made()
        try connection.execute("CREATE TABLE t (c UNIQUE)")
        let insert = try connection.prepare("INSERT INTO t VALUES (?)")
        for (value, fails) in [(1, false), (1, true), (2, false)] as [(Int64, Bool)] {
            try insert.bind(value, at: 1)
            if fails {
                let failure = #expect(throws: SQLiteFailure.self) { try insert.run() }
                #expect(failure?.isUniqueness == true)
            } else {
                try insert.run()
            }
        }
        #expect(try connection.value("SELECT count(*) FROM t") == .integer(2))
        #expect(connection.changeCount == 1)
    }

    @Test func `All statements are made ready at once`() throws {
        let connection = try made()
        try connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (1), (2)")
        try connection.execute("BEGIN")
        let select = try connection.prepare("SELECT c FROM t")
        #expect(try select.step())
        #expect(select.isRunning)
        connection.resetStatements()
        #expect(!select.isRunning)
        #expect(try select.step())
        #expect(select.integer(0) == 1)
    }

    @Test(arguments: ["", "  ", "-- nothing", ";"])
    func `A text without a statement is a failure`(sql: String) throws {
        let connection = try made()
        #expect(throws: SQLiteFailure.self) { try connection.prepare(sql) }
    }

    @Test func `A connection that was closed does nothing more`() throws {
        let connection = try made()
        try connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (1)")
        _ = try connection.cached("SELECT c FROM t")
        connection.close()
        connection.close()
        #expect(throws: SQLiteFailure.self) { try connection.execute("SELECT 1") }
        #expect(throws: SQLiteFailure.self) { try connection.prepare("SELECT 1") }
        #expect(throws: SQLiteFailure.self) { try connection.cached("SELECT c FROM t") }
        #expect(throws: SQLiteFailure.self) { try connection.value("SELECT 1") }
        #expect(throws: SQLiteFailure.self) { try connection.vacuum() }
        #expect(!connection.isInTransaction)
        #expect(connection.changeCount == 0)
        connection.resetStatements()
        connection.setBusyTimeout(1)
        connection.interrupt()
    }

    @Test func `A statement outlives the closing of its connection without harm`() throws {
        let connection = try made()
        try connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (1), (2)")
        let select = try connection.prepare("SELECT c FROM t")
        #expect(try select.step())
        connection.close()
        select.reset()
    }

    // MARK: Failures

    @Test func `A lock of somebody else's is a failure that says busy`() throws {
        let first = try made()
        let second = try made()
        second.setBusyTimeout(0)
        try first.execute("CREATE TABLE t (c); BEGIN IMMEDIATE")
        let failure = #expect(throws: SQLiteFailure.self) { try second.execute("BEGIN IMMEDIATE") }
        #expect(failure?.isBusy == true)
        #expect(failure?.description.contains(folder.path("file.sqlite")) == true)
        #expect(failure?.description.contains("BEGIN IMMEDIATE") == true)
    }

    @Test func `Who waits for a lock of somebody else's does not wait on when it is cancelled`() throws {
        let (first, second) = (try made(), try made())
        try first.execute("CREATE TABLE t (c); BEGIN IMMEDIATE")
        let cancellation = Cancellation()
        // It would wait for weeks.
        second.stop(by: cancellation, busyTimeout: .max)
        DispatchQueue.global().async { cancellation.cancel() }
        let failure = #expect(throws: SQLiteFailure.self) { try second.execute("BEGIN IMMEDIATE") }
        #expect(failure?.isBusy == true)
    }

    @Test func `Who may be cancelled waits for a lock as long as others, and no longer`() throws {
        let (first, second) = (try made(), try made())
        try first.execute("CREATE TABLE t (c); BEGIN IMMEDIATE")
        second.stop(by: Cancellation(), busyTimeout: 3)
        let failure = #expect(throws: SQLiteFailure.self) { try second.execute("BEGIN IMMEDIATE") }
        #expect(failure?.isBusy == true)
        second.stop(by: Cancellation(), busyTimeout: .max)
        // Whatever comes first, the wait or the end of the lock.
        let (done, holder) = (DispatchSemaphore(value: 0), Unchecked(first))
        DispatchQueue.global().async {
            try? holder.value.execute("COMMIT")
            done.signal()
        }
        try second.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1); COMMIT")
        done.wait()
    }

    @Test func `A file that is no database is damage`() throws {
        try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: folder.path("file.sqlite")))
        let connection = try made()
        let failure = #expect(throws: SQLiteFailure.self) { try connection.value("PRAGMA schema_version") }
        #expect(failure?.isDamage == true)
        let error = try #require(failure).storeError(NSPersistentStoreOpenError, "The store cannot be opened.")
        #expect(error.code == NSPersistentStoreOpenError && error.domain == NSCocoaErrorDomain)
        #expect(error.userInfo[NSFilePathErrorKey] as? String == folder.path("file.sqlite"))
        #expect(error.userInfo[NSSQLiteErrorDomain] as? Int == 26)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSSQLiteErrorDomain)
    }

    @Test(arguments: [SQLiteConnection.Access.readOnly, .immutable, .readWrite])
    func `Only create makes a file`(access: SQLiteConnection.Access) {
        #expect(throws: SQLiteFailure.self) { try SQLiteConnection(path: folder.path("none"), access: access) }
        #expect(folder.names.isEmpty)
    }

    @Test func `A file cannot attach others, nor change SQLite's own tables`() throws {
        let connection = try made()
        #expect(throws: SQLiteFailure.self) { try connection.execute("ATTACH '\(folder.path("other"))' AS other") }
        try connection.execute("CREATE TABLE t (c)")
        try? connection.execute("PRAGMA writable_schema = ON")
        #expect(throws: SQLiteFailure.self) { try connection.execute("DELETE FROM sqlite_schema") }
        try connection.vacuum()
        #expect(throws: SQLiteFailure.self) { try connection.execute("ATTACH '\(folder.path("other"))' AS other") }
    }
}
