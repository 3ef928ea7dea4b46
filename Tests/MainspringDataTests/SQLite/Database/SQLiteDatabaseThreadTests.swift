import Dispatch
import Foundation
import Locks
import Testing

@testable import MainspringData

/// How many rows there are.
func count(_ transaction: ReadTransaction) throws -> SQLiteValue? {
    try transaction.connection.value("SELECT count(*) FROM t")
}

@Suite struct SQLiteDatabaseThreadTests {
    let folder = Scratch()
    var path: String { folder.path("file.sqlite") }

    func open(_ settings: DatabaseSettings = DatabaseSettings()) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: path, settings: settings)
    }

    func made(_ settings: DatabaseSettings = DatabaseSettings()) throws -> SQLiteDatabase {
        let database = try open(settings)
        try database.writer?.write { try $0.connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (0)") }
        return database
    }

    func settings(_ change: (inout DatabaseSettings) -> Void) -> DatabaseSettings {
        var settings = DatabaseSettings()
        change(&settings)
        return settings
    }

    // MARK: Opening

    @Test func `A file that is made has a log, FULL synchronization and incremental vacuuming`() throws {
        let database = try made()
        #expect(database.isNew)
        for (pragma, value) in [
            ("journal_mode", SQLiteValue.text("wal")), ("synchronous", .integer(2)), ("auto_vacuum", .integer(2)),
        ] {
            #expect(try database.writer?.withConnection { try $0.value("PRAGMA \(pragma)") } == value)
        }
        database.close()
        #expect(folder.names == ["file.sqlite"])
        #expect(!(try open().isNew))
    }

    @Test(arguments: ["DELETE", "WAL"])
    func `Nothing is left beside a file that was closed`(mode: String) throws {
        let database = try made(settings { $0.journalMode = mode })
        _ = try database.readers.read { try count($0) }
        _ = try database.readers.read(isMain: true) { try count($0) }
        database.close()
        #expect(folder.names == ["file.sqlite"])
    }

    @Test func `A store in memory is read and written by all connections`() throws {
        let database = try SQLiteDatabase(path: "/dev/null", settings: DatabaseSettings())
        let other = try SQLiteDatabase(path: "/dev/null", settings: DatabaseSettings())
        try database.writer?.write { try $0.connection.execute("CREATE TABLE t (c); INSERT INTO t VALUES (1)") }
        #expect(try database.readers.read { try count($0) } == .integer(1))
        #expect(try other.readers.read { try $0.connection.value("SELECT count(*) FROM sqlite_schema") } == .integer(0))
    }

    @Test func `A path that is a directory, or in none, or no file, is refused in a sentence`() throws {
        func refusal(_ path: String) -> String {
            let error = #expect(throws: (any Error).self) {
                try SQLiteDatabase(path: path, settings: DatabaseSettings())
            }
            return (error as NSError?)?.localizedDescription ?? ""
        }
        #expect(refusal(folder.folder.path).contains("a directory"))
        #expect(refusal(folder.path("none/file")).contains("folder"))
        #expect(refusal("/dev/zero").contains("no file"))
    }

    @Test func `A file that is no database is refused as a corrupt file, and stays as it is`() throws {
        let bytes = Data(repeating: 65, count: 5_000)
        try bytes.write(to: URL(fileURLWithPath: path))
        for isReadOnly in [false, true] {
            let error = #expect(throws: NSError.self) { try open(settings { $0.isReadOnly = isReadOnly }) }
            #expect(error?.code == CocoaError.Code.fileReadCorruptFile.rawValue)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(folder.names == ["file.sqlite"])
    }

    @Test func `A file that is not there is not opened read-only`() {
        let error = #expect(throws: NSError.self) { try open(settings { $0.isReadOnly = true }) }
        #expect(error?.code == CocoaError.Code.fileReadNoSuchFile.rawValue)
        #expect(folder.names.isEmpty)
    }

    // MARK: Reading only

    @Test(arguments: ["DELETE", "WAL"])
    func `A file that is only read stays as it is, and so does what is beside it`(mode: String) throws {
        try made(settings { $0.journalMode = mode }).close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let database = try open(settings { $0.isReadOnly = true })
        #expect(database.writer == nil)
        #expect(try database.readers.read { try count($0) } == .integer(1))
        #expect(throws: SQLiteFailure.self) {
            try database.readers.read { try $0.connection.execute("DELETE FROM t") }
        }
        database.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(folder.names == ["file.sqlite"])
    }

    @Test func `A log that was left is read from a copy, and stays`() throws {
        let database = try made()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: folder.path("copy.sqlite" + suffix))
        }
        database.close()
        let copy = folder.path("copy.sqlite")
        let bytes = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
        #expect(bytes[1].count > 0)
        let reading = try SQLiteDatabase(path: copy, settings: settings { $0.isReadOnly = true })
        #expect(try reading.readers.read { try count($0) } == .integer(1))
        reading.close()
        #expect(try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) } == bytes)
        #expect(folder.names == ["copy.sqlite", "copy.sqlite-wal", "file.sqlite"])
    }

    @Test func `A copy that a killed process has left is deleted with the next one, and those in use stay`() throws {
        try made().close()
        let folders = FileManager.default.temporaryDirectory
        let left = folders.appendingPathComponent("mainspring-copy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data([1]).write(to: left.appendingPathComponent("file.sqlite"))
        // A name that leads elsewhere is not followed.
        let link = folders.appendingPathComponent("mainspring-copy-\(UUID().uuidString)")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.folder)
        defer { try? FileManager.default.removeItem(at: link) }
        let (first, second) = (try PrivateCopy(of: path), try PrivateCopy(of: path))
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(FileManager.default.fileExists(atPath: first.file))
        #expect(FileManager.default.fileExists(atPath: second.file))
        #expect(FileManager.default.fileExists(atPath: path))
        for copy in [first, second] {
            copy.remove()
            #expect(!FileManager.default.fileExists(atPath: copy.file))
        }
    }

    @Test func `What was cut off in the middle of a transaction is read as it was before, and stays`() throws {
        let settings = settings { $0.journalMode = "DELETE" }
        try made(settings).close()
        let connection = try SQLiteConnection(path: path, access: .readWrite)
        // The journal is on the disk and the file is half written when a page does not fit into memory any more.
        try connection.execute("PRAGMA cache_size = 1; BEGIN; INSERT INTO t SELECT randomblob(90000)")
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: folder.path("cut.sqlite" + suffix))
        }
        connection.close()
        let cut = folder.path("cut.sqlite")
        let bytes = try ["", "-journal"].map { try Data(contentsOf: URL(fileURLWithPath: cut + $0)) }
        for isReadOnly in [true, false] {
            let database = try SQLiteDatabase(path: cut, settings: self.settings { $0.isReadOnly = isReadOnly })
            #expect(try database.readers.read { try count($0) } == .integer(1))
            database.close()
            guard isReadOnly else { continue }
            #expect(try ["", "-journal"].map { try Data(contentsOf: URL(fileURLWithPath: cut + $0)) } == bytes)
        }
        #expect(folder.names == ["cut.sqlite", "file.sqlite"])
    }

    @Test func `A store that another has open is read beside it`() throws {
        let database = try made()
        let reading = try open(settings { $0.isReadOnly = true })
        #expect(try reading.readers.read { try count($0) } == .integer(1))
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1)") }
        #expect(try reading.readers.read { try count($0) } == .integer(2))
        reading.close()
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (2)") }
        database.close()
        #expect(folder.names == ["file.sqlite"])
    }

    @Test func `How a file is read follows from what lies beside it`() {
        typealias Facts = DatabasePlace.Facts
        let table: [(Facts, DatabasePlace.Way)] = [
            (Facts(size: 1), .readOnly),
            (Facts(size: 1, isLogged: true), .quiet),
            (Facts(size: 1, logSize: 0, isLogged: true), .quiet),
            (Facts(size: 1, logSize: 0, hasSharedMemory: true, isLogged: true), .readOnly),
            (Facts(size: 1, logSize: 9, hasSharedMemory: true, isLogged: true), .readOnly),
            (Facts(size: 1, logSize: 9, isLogged: true), .copy),
            (Facts(size: 1, isWritable: false), .immutable),
            (Facts(size: 1, isLogged: true, isWritable: false), .immutable),
            (Facts(size: 1, logSize: 0, isLogged: true, isWritable: false), .immutable),
            (Facts(size: 1, logSize: 9, hasSharedMemory: true, isLogged: true, isWritable: false), .copy),
            (Facts(size: 1, hasJournal: true, isWritable: false), .copy),
            (Facts(size: 1, hasJournal: true), .copy),
        ]
        for (facts, way) in table { #expect(DatabasePlace.wayOfReading(facts) == way, "\(facts)") }
    }

    // MARK: Writing

    @Test func `What throws leaves nothing written, and the number as it was`() throws {
        struct Stop: Error {}
        let database = try made()
        let number = database.sequence.value
        #expect(throws: Stop.self) {
            try database.writer?.write {
                try $0.connection.execute("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        #expect(database.sequence.value == number)
        #expect(try database.readers.read { try count($0) } == .integer(1))
        try database.writer?.write {
            #expect($0.sequence == number + 1)
            try $0.connection.execute("INSERT INTO t VALUES (1)")
        }
        #expect(database.sequence.value == number + 1)
    }

    @Test func `Threads write one after the other`() throws {
        let database = try made()
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            _ = try? database.writer?.write { transaction in
                let connection = transaction.connection
                guard case .integer(let old) = try connection.value("SELECT c FROM t") else { return }
                try connection.execute("UPDATE t SET c = \(old + 1)")
            }
        }
        #expect(try database.readers.read { try $0.connection.value("SELECT c FROM t") } == .integer(64))
        #expect(database.sequence.value == 65)
    }

    @Test func `A file that was replaced or removed is not written`() throws {
        let database = try made()
        for isReplaced in [true, false] {
            try FileManager.default.removeItem(atPath: path)
            if isReplaced { try Data("other".utf8).write(to: URL(fileURLWithPath: path)) }
            let failure = #expect(throws: SQLiteFailure.self) {
                try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1)") }
            }
            #expect(failure?.message.contains("replaced") == true)
            // A connection that is made now must not be one to the other file.
            #expect(throws: SQLiteFailure.self) { try database.readers.read { try count($0) } }
            if isReplaced { #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("other".utf8)) }
        }
    }

    @Test func `A save waits for another process no longer than it was told`() throws {
        let database = try made(settings { $0.busyTimeout = 0 })
        let other = try SQLiteConnection(path: path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let failure = #expect(throws: SQLiteFailure.self) { try database.writer?.write { _ in } }
        #expect(failure?.isBusy == true)
        try other.execute("ROLLBACK")
        try database.writer?.write { _ in }
    }

    @Test func `Nothing is done over a database that was closed`() throws {
        let database = try made()
        _ = try database.readers.read { try count($0) }
        database.close()
        #expect(throws: SQLiteFailure.self) { try database.readers.read { try count($0) } }
        #expect(throws: SQLiteFailure.self) { try database.readers.read(isMain: true) { try count($0) } }
        #expect(throws: SQLiteFailure.self) { try database.writer?.write { _ in } }
        #expect(throws: SQLiteFailure.self) { try database.readers.hold() }
    }

    // MARK: Readers

    @Test func `A reader sees one state while others are written, and never waits for the writer`() throws {
        let database = try made()
        try database.writer?.write { transaction in
            try transaction.connection.execute("INSERT INTO t VALUES (1)")
            let seen = try database.readers.read { ($0.sequence, try count($0)) }
            #expect(seen.0 == 1 && seen.1 == .integer(1))
        }
        try database.readers.read { reading in
            #expect(try count(reading) == .integer(2))
            try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (2)") }
            #expect(try count(reading) == .integer(2))
            #expect(reading.sequence == 2)
            // A read inside of it is another one.
            #expect(try database.readers.read { try count($0) } == .integer(3))
        }
    }

    @Test func `Closing waits for who reads, and what waits for a connection gets it before`() throws {
        let database = try made(settings { $0.readerLimit = 1 })
        let isReading = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let seen = Guarded<[SQLiteValue?]>([])
        let ended = DispatchSemaphore(value: 0)
        Thread {
            try? database.readers.read { reading in
                isReading.signal()
                mayEnd.wait()
                let value = try count(reading)
                seen.withLock { $0.append(value) }
            }
            ended.signal()
        }.start()
        isReading.wait()
        Thread {
            database.close()
            ended.signal()
        }.start()
        mayEnd.signal()
        for _ in 0..<2 { ended.wait() }
        #expect(seen.withLock { $0 } == [.integer(1)])
        #expect(folder.names == ["file.sqlite"])
    }

    @Test func `A query that was not read to its end does not keep its state`() throws {
        let database = try made()
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1), (2)") }
        #expect(try database.readers.read { try $0.connection.cached("SELECT c FROM t").step() })
        try database.writer?.write { try $0.connection.execute("DELETE FROM t") }
        #expect(try database.readers.read { try count($0) } == .integer(0))
    }

    @Test(arguments: [1, 3])
    func `There are no more connections than the limit, and who waits gets one`(limit: Int) throws {
        let opened = Guarded(0)
        let path = path
        try made().close()
        let pool = ReaderPool(limit: limit, sequence: CommitSequence()) {
            opened.withLock { $0 += 1 }
            let connection = try SQLiteConnection(path: path, access: .readWrite)
            // Those who open a file at the same time wait for each other.
            connection.setBusyTimeout(60_000)
            return connection
        }
        let others = Guarded<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            let result = Result { try pool.read { try count($0) } }
            guard case .success(.integer(1)) = result else { return others.withLock { $0.append("\(result)") } }
        }
        #expect(others.withLock { $0 } == [])
        #expect(opened.withLock { $0 } <= limit)
    }

    @Test func `A read inside of a read gets a connection beyond the limit, and the main queue's is always there`()
        throws
    {
        let path = path
        try made().close()
        let pool = ReaderPool(limit: 1, sequence: CommitSequence()) {
            try SQLiteConnection(path: path, access: .readWrite)
        }
        try pool.read { outer in
            try pool.read { middle in
                try pool.read(isMain: true) { inner in
                    let connections: [ObjectIdentifier] = [
                        ObjectIdentifier(outer.connection), ObjectIdentifier(middle.connection),
                        ObjectIdentifier(inner.connection),
                    ]
                    #expect(Set(connections).count == 3)
                }
            }
        }
        try pool.read { _ in
            let isServed = Guarded(false)
            let done = DispatchSemaphore(value: 0)
            Thread {
                if (try? pool.read(isMain: true) { try count($0) }) == .integer(1) { isServed.withLock { $0 = true } }
                done.signal()
            }.start()
            done.wait()
            #expect(isServed.withLock { $0 })
        }
    }

    @Test func `A connection that could not be made is no connection fewer`() throws {
        struct None: Error {}
        let fails = Guarded(true)
        let path = path
        try made().close()
        let pool = ReaderPool(limit: 1, sequence: CommitSequence()) {
            if fails.withLock({ $0 }) { throw None() }
            return try SQLiteConnection(path: path, access: .readWrite)
        }
        for _ in 0..<3 { #expect(throws: None.self) { try pool.read { _ in } } }
        for _ in 0..<3 { #expect(throws: None.self) { try pool.read(isMain: true) { _ in } } }
        fails.withLock { $0 = false }
        #expect(try pool.read { try count($0) } == .integer(1))
    }

    @Test func `A state that is held is read until it is let go, or expires`() throws {
        let database = try made()
        let held = try database.readers.hold()
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1)") }
        #expect(try held.read { try count($0) } == .integer(1))
        #expect(held.sequence == 1)
        let second = try database.readers.hold()
        #expect(try second.read { try count($0) } == .integer(2))
        database.readers.release(held)
        #expect(throws: SQLiteFailure.self) { try held.read { try count($0) } }
        database.readers.expireHeld()
        #expect(throws: HeldReader.Expired.self) { try second.read { try count($0) } }
        let third = try database.readers.hold()
        database.close()
        #expect(throws: SQLiteFailure.self) { try third.read { try count($0) } }
        #expect(folder.names == ["file.sqlite"])
    }

    // MARK: The log

    @Test func `The log is moved into the file by another thread, and cut off when it is long`() throws {
        let path = path
        let database = try made(settings { $0.checkpointPages = 4 })
        let log = { Int(try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? UInt64 ?? 0) }
        try database.writer?.write { try $0.connection.execute("INSERT INTO t SELECT randomblob(300000)") }
        try database.checkpointer?.checkpoint()
        let length = try log()
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1)") }
        // What was moved is written over.
        #expect(try log() == length)
        // Its own thread was woken by these commits, and two cannot move the log at once.
        database.checkpointer?.stop()
        let short = Checkpointer(path: path, bound: 1, truncationBound: 1) {
            let connection = try SQLiteConnection(path: path, access: .readWrite)
            _ = try connection.value("PRAGMA schema_version")
            return connection
        }
        try short.checkpoint()
        #expect(try log() == 0)
        short.stop()
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1)") }
        #expect(try database.readers.read { try count($0) } == .integer(4))
    }

    @Test func `A state that somebody reads is left in the log`() throws {
        let database = try made()
        let held = try database.readers.hold()
        try database.writer?.write { try $0.connection.execute("INSERT INTO t VALUES (1)") }
        try database.checkpointer?.checkpoint()
        #expect(try held.read { try count($0) } == .integer(1))
        #expect(try database.readers.read { try count($0) } == .integer(2))
    }
}
