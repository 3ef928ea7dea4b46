import Dispatch
import Foundation
import Locks
import SeededRandom
import StoreFaults
import Testing

@testable import MainspringData

/// Changes all rows from one state to another, and their number too.
func change(_ database: SQLiteDatabase, to state: Int) throws {
    try database.writer?.write {
        try $0.connection.execute(
            """
            UPDATE t SET state = \(state), load = randomblob(1000);
            INSERT INTO t SELECT id + 100000 * \(state), state, load FROM t WHERE id <= 20;
            DELETE FROM t WHERE id BETWEEN 20 + 5 * \(state) AND 24 + 5 * \(state)
            """)
    }
}

/// What the file has after calls of SQLite's have failed, one after the other, at the level of connections.
@Suite struct NothingLostTests {
    let folder = Scratch()
    var path: String { folder.path("file.sqlite") }

    static let modes = ["WAL", "DELETE", "TRUNCATE"]

    func settings(_ mode: String, _ faults: SQLiteFaults?) -> DatabaseSettings {
        var settings = DatabaseSettings()
        (settings.journalMode, settings.fileSystem) = (mode, faults)
        return settings
    }

    /// A file with 50 rows of state 0, whose rows are longer than a page's quarter.
    func make(_ mode: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        let database = try SQLiteDatabase(path: path, settings: settings(mode, nil))
        try database.writer?.write {
            try $0.connection.execute(
                """
                CREATE TABLE t (id INTEGER PRIMARY KEY, state INTEGER, load BLOB); CREATE INDEX i ON t (state);
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
                INSERT INTO t SELECT i, 0, randomblob(1200) FROM n
                """)
        }
        database.close()
    }

    /// The one state that all rows have, in a file that is opened anew and whole.
    func state() throws -> Int64? {
        let connection = try SQLiteConnection(path: path, access: .readWrite)
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
        #expect(try connection.value("SELECT count(DISTINCT state) FROM t") == .integer(1))
        guard case .integer(let state) = try connection.value("SELECT state FROM t"),
            case .integer(let count) = try connection.value("SELECT count(*) FROM t")
        else { return nil }
        #expect(count == 50 + 15 * state)
        return state
    }

    /// The file as a crash would leave it now, taken as a copy beside it.
    func crash() throws {
        for part in ["", "-wal", "-journal"] {
            let copy = folder.path("crashed" + part)
            try? FileManager.default.removeItem(atPath: copy)
            if FileManager.default.fileExists(atPath: path + part) {
                try FileManager.default.copyItem(atPath: path + part, toPath: copy)
            }
        }
    }

    @Test(arguments: modes, [false, true])
    func `Whichever call fails, the file is as before or as after, and as after if the save succeeded`(
        mode: String, isLasting: Bool
    ) throws {
        var number = 0
        var outcomes: Set<String> = []
        while true {
            number += 1
            try make(mode)
            let faults = SQLiteFaults()
            let database = try SQLiteDatabase(path: path, settings: settings(mode, faults))
            faults.fail(at: number, isLasting: isLasting)
            var isSaved = false
            do {
                try change(database, to: 1)
                isSaved = true
            } catch let failure as SQLiteFailure {
                #expect([10, 13].contains(failure.primaryCode), "call \(number): \(failure)")
            }
            let hasFailed = faults.failureCount > 0
            // Readers go on meanwhile.
            if !isLasting {
                let seen = try database.readers.read { try $0.connection.value("SELECT max(state) FROM t") }
                // A journal that was emptied, and could not be synchronized, is a commit all the same.
                #expect(seen == .integer(isSaved ? 1 : 0) || (mode != "WAL" && seen == .integer(1)), "call \(number)")
            }
            try crash()
            faults.stopFailing()
            // Once the disk is well again, the next save succeeds over the same connections.
            try change(database, to: 2)
            #expect(try database.readers.read { try $0.connection.value("SELECT max(state) FROM t") } == .integer(2))
            database.close()
            if mode == "WAL" || mode == "DELETE" {
                #expect(folder.names.filter { $0.hasPrefix("file") } == ["file.sqlite"])
            }
            for part in ["", "-wal", "-journal"] {
                try? FileManager.default.removeItem(atPath: path + part)
                if FileManager.default.fileExists(atPath: folder.path("crashed" + part)) {
                    try FileManager.default.moveItem(atPath: folder.path("crashed" + part), toPath: path + part)
                }
            }
            let state = try state()
            #expect(state == 1 || (state == 0 && !isSaved), "call \(number): \(String(describing: state))")
            outcomes.insert("\(isSaved) \(state ?? -1)")
            for part in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + part) }
            if !hasFailed { break }
        }
        #expect(number > 20)
        #expect(outcomes.contains("true 1") && outcomes.contains("false 0"))
    }

    @Test(arguments: modes) func `A disk that is full in the middle of a save leaves the file as it was`(
        mode: String
    ) throws {
        for room in [0, 1, 100, 4_096, 5_000, 50_000] {
            try make(mode)
            let faults = SQLiteFaults()
            let database = try SQLiteDatabase(path: path, settings: settings(mode, faults))
            faults.setRoom(bytes: room)
            let failure = #expect(throws: SQLiteFailure.self) { try change(database, to: 1) }
            #expect(failure?.isFull == true, "\(room)")
            faults.stopFailing()
            database.close()
            #expect(try state() == 0)
        }
    }

    @Test func `A checkpoint that fails loses nothing, whichever call of it does, and is done the next time`() throws {
        var number = 0
        while true {
            number += 1
            try make("WAL")
            let faults = SQLiteFaults()
            let database = try SQLiteDatabase(path: path, settings: settings("WAL", faults))
            try change(database, to: 1)
            faults.fail(at: number)
            let hasFailed: Bool
            do {
                try database.checkpointer?.checkpoint()
                hasFailed = false
            } catch {
                hasFailed = true
            }
            #expect(try database.readers.read { try $0.connection.value("SELECT max(state) FROM t") } == .integer(1))
            faults.stopFailing()
            try change(database, to: 2)
            try database.checkpointer?.checkpoint()
            database.close()
            #expect(try state() == 2)
            guard hasFailed else { break }
        }
        #expect(number > 5)
    }

    @Test func `No save fails because checkpoints do, and the log is moved when they succeed again`() throws {
        try make("WAL")
        let faults = SQLiteFaults()
        var settings = settings("WAL", faults)
        settings.checkpointPages = 1
        let database = try SQLiteDatabase(path: path, settings: settings)
        faults.fail(at: 1, files: [.database], isLasting: true)
        for state in 1...3 { try change(database, to: state) }
        let failure = #expect(throws: SQLiteFailure.self) { try database.checkpointer?.checkpoint() }
        #expect(failure?.primaryCode == 10)
        #expect(try database.readers.read { try $0.connection.value("SELECT max(state) FROM t") } == .integer(3))
        faults.stopFailing()
        try database.checkpointer?.checkpoint()
        database.close()
        #expect(folder.names == ["file.sqlite"])
        #expect(try state() == 3)
    }

    @Test func `A store that is closed while its log cannot be moved keeps the log`() throws {
        try make("WAL")
        let faults = SQLiteFaults()
        let database = try SQLiteDatabase(path: path, settings: settings("WAL", faults))
        try change(database, to: 1)
        faults.fail(at: 1, files: [.database], isLasting: true)
        database.close()
        #expect(folder.names.contains("file.sqlite-wal"))
        #expect(try state() == 1)
    }

    @Test func `A state that is held is given up when the log has grown too long`() throws {
        try make("WAL")
        var settings = settings("WAL", nil)
        settings.heldLogSize = 300_000
        let database = try SQLiteDatabase(path: path, settings: settings)
        let held = try database.readers.hold()
        try change(database, to: 1)
        #expect(try held.read { try $0.connection.value("SELECT max(state) FROM t") } == .integer(0))
        for state in 2...5 { try change(database, to: state) }
        #expect(throws: HeldReader.Expired.self) { try held.read { _ in } }
        // Without it the log is begun anew.
        try database.checkpointer?.checkpoint()
        let length = { try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? UInt64 }
        let before = try length()
        try change(database, to: 6)
        #expect(try length() == before)
    }

    @Test func `A connection that cannot be opened is a failure, and the next one is opened`() throws {
        try make("WAL")
        let faults = SQLiteFaults()
        let database = try SQLiteDatabase(path: path, settings: settings("WAL", faults))
        faults.fail(at: 1, of: [.open])
        #expect(throws: SQLiteFailure.self) { try database.readers.read { _ in } }
        #expect(try database.readers.read { try $0.connection.value("SELECT max(state) FROM t") } == .integer(0))
        faults.fail(at: 1, of: [.open])
        let error = #expect(throws: NSError.self) { try SQLiteDatabase(path: path, settings: settings("WAL", faults)) }
        #expect(error?.domain == NSCocoaErrorDomain)
    }

    @Test func `What cannot be read is a failure, and nothing else`() throws {
        try make("WAL")
        let faults = SQLiteFaults()
        let database = try SQLiteDatabase(path: path, settings: settings("WAL", faults))
        // Tried until a query passes without.
        var number = 0
        repeat {
            number += 1
            faults.resetCounts()
            faults.fail(at: number, of: [.read])
            let result = try? database.readers.read { try $0.connection.value("SELECT sum(length(load)) FROM t") }
            #expect((result == nil) == (faults.failureCount > 0) || result == .integer(60_000))
        } while faults.failureCount > 0
        faults.stopFailing()
        try change(database, to: 1)
        database.close()
        #expect(try state() == 1)
    }

    @Test func `A thousand reads on eight threads end while a commit is held`() throws {
        try make("WAL")
        let faults = SQLiteFaults()
        let database = try SQLiteDatabase(path: path, settings: settings("WAL", faults))
        faults.holdCommits()
        let saved = DispatchSemaphore(value: 0)
        let isSaved = Guarded(false)
        Thread {
            if (try? change(database, to: 1)) != nil { isSaved.withLock { $0 = true } }
            saved.signal()
        }.start()
        faults.waitUntilHeld()
        let seen = Guarded(0)
        let ended = DispatchSemaphore(value: 0)
        for index in 0..<8 {
            Thread {
                for _ in 0..<125 {
                    let state = try? database.readers.read(isMain: index == 0) {
                        try $0.connection.value("SELECT max(state) FROM t")
                    }
                    if state == .integer(0) { seen.withLock { $0 += 1 } }
                }
                ended.signal()
            }.start()
        }
        for _ in 0..<8 { ended.wait() }
        #expect(seen.withLock { $0 } == 1_000)
        #expect(!isSaved.withLock { $0 })
        faults.releaseCommits()
        saved.wait()
        #expect(isSaved.withLock { $0 })
        #expect(try database.readers.read { try $0.connection.value("SELECT max(state) FROM t") } == .integer(1))
    }

    @Test func `What SQLite does is counted`() throws {
        let faults = SQLiteFaults()
        let database = try SQLiteDatabase(path: path, settings: settings("WAL", faults))
        try database.writer?.write { try $0.connection.execute("CREATE TABLE t (c)") }
        #expect(faults.count(of: .open) >= 2)
        faults.resetCounts()
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1)") }
        // With FULL: the commit is on the disk when it returns.
        #expect(faults.count(of: .sync) == 1)
        #expect(faults.count(of: .write) > 0 && faults.count(of: .open) == 0)
    }

    @Test func `Faults go when nobody has them any more`() throws {
        weak var known: SQLiteFaults?
        do {
            let faults = SQLiteFaults()
            known = faults
            let database = try SQLiteDatabase(path: path, settings: settings("WAL", faults))
            _ = try database.readers.read { try $0.connection.value("PRAGMA user_version") }
            database.close()
        }
        #expect(known == nil)
    }
}
