import Foundation
import Synchronization
import Testing

@testable import MainspringData

@Suite struct SQLiteFunctionTests {
    let folder = Scratch()
    let connection: SQLiteConnection

    init() throws { connection = try SQLiteConnection(path: folder.path("file.sqlite"), access: .create) }

    struct Refused: LocalizedError {
        var errorDescription: String? { "Not this one." }
    }

    @Test(arguments: SQLiteConnectionTests.values)
    func `A function gets its arguments as they are, and its result comes back as it is`(value: SQLiteValue) throws {
        try connection.add(SQLiteFunction("same", argumentCount: 1) { $0.value(0) })
        let select = try connection.prepare("SELECT same(?)")
        try select.bind(value, at: 1)
        #expect(try select.step())
        #expect(select.value(0) == value)
    }

    @Test func `What a function throws is the statement's failure`() throws {
        try connection.add(SQLiteFunction("refuse", argumentCount: -1) { _ in throw Refused() })
        let failure = #expect(throws: SQLiteFailure.self) { try connection.value("SELECT refuse(1, 2, 3)") }
        #expect(failure?.message == "Not this one.")
        #expect(try connection.value("SELECT 1") == .integer(1))
    }

    @Test func `What is made of a constant argument is made once in a statement`() throws {
        final class Made: Sendable {}
        let count = Mutex(0)
        try connection.add(
            SQLiteFunction("kept", argumentCount: 2) { arguments in
                _ = arguments.prepared(0) {
                    count.withLock { $0 += 1 }
                    return Made()
                }
                return .null
            })
        try connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (1), (2), (3)")
        try connection.execute("SELECT kept('constant', c) FROM t")
        #expect(count.withLock { $0 } == 1)
        try connection.execute("SELECT kept(c, 1) FROM t")
        #expect(count.withLock { $0 } == 4)
    }

    @Test func `A trigger and an index of the file may call a function`() throws {
        try connection.add(SQLiteFunction("twice", argumentCount: 1) { .integer($0.integer(0) * 2) })
        try connection.execute(
            """
            CREATE TABLE t (c, d); CREATE INDEX i ON t (twice(c));
            CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET d = twice(NEW.c) WHERE rowid = NEW.rowid; END;
            INSERT INTO t (c) VALUES (21)
            """)
        #expect(try connection.value("SELECT d FROM t WHERE twice(c) = 42") == .integer(42))
    }

    @Test func `A collation orders and compares texts`() throws {
        try connection.add(
            SQLiteCollation("byCount") { first, second in Int32(first.count) - Int32(second.count) })
        try connection.execute("CREATE TABLE t (c COLLATE byCount); INSERT INTO t VALUES ('ccc'), ('a'), (''), ('dd')")
        let select = try connection.prepare("SELECT group_concat(c) FROM (SELECT c FROM t ORDER BY c DESC)")
        #expect(try select.step())
        #expect(select.string(0) == "ccc,dd,a,")
        #expect(try connection.value("SELECT c FROM t WHERE c = 'xx'") == .text("dd"))
    }

    @Test func `A function is let go with its connection`() throws {
        final class Kept: Sendable {}
        var kept: Kept? = Kept()
        weak let known = kept
        try connection.add(
            SQLiteFunction("keep", argumentCount: 0) { [kept] _ in
                _ = kept; return .null
            })
        try connection.add(
            SQLiteCollation("keep") { [kept] _, _ in
                _ = kept; return 0
            })
        kept = nil
        #expect(known != nil)
        connection.close()
        #expect(known == nil)
    }

    @Test func `A function whose name is too long is refused`() throws {
        #expect(throws: SQLiteFailure.self) {
            try connection.add(SQLiteFunction(String(repeating: "x", count: 300), argumentCount: 0) { _ in .null })
        }
    }
}
