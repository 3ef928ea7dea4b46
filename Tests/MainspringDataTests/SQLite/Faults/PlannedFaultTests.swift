import Dispatch
import Foundation
import Glibc
import Locks
import StoreFaults
import Testing

@testable import MainspringData

/// What faults do with a process and with its locks.
@Suite struct PlannedFaultTests {
    private let folder = Scratch()

    private static func open(
        _ path: String, _ faults: SQLiteFaults?, _ journalMode: String = "WAL", busyTimeout: Int = 300_000
    ) throws -> SQLiteDatabase {
        var settings = DatabaseSettings()
        (settings.fileSystem, settings.busyTimeout, settings.journalMode) = (faults, busyTimeout, journalMode)
        return try SQLiteDatabase(path: path, settings: settings)
    }

    private static func write(_ database: SQLiteDatabase) throws {
        try database.writer?.write {
            try $0.connection.execute("CREATE TABLE IF NOT EXISTS t (c); INSERT INTO t VALUES (1)")
        }
    }

    @Test(arguments: [SQLiteFaults.Call.write, .sync, .lock, .unlock])
    func `A process is killed within the call that is planned`(call: SQLiteFaults.Call) async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [raw = call.rawValue as Int] in
            let folder = Scratch()
            guard let call = SQLiteFaults.Call(rawValue: raw) else { return }
            let faults = SQLiteFaults()
            let database = try PlannedFaultTests.open(folder.path("file.sqlite"), faults)
            try PlannedFaultTests.write(database)
            faults.resetCounts()
            try PlannedFaultTests.write(database)
            let count = faults.count(of: call)
            // In the second write from now on, where both do what the one before did.
            faults.kill(at: count + 1, of: [call])
            try PlannedFaultTests.write(database)
            try PlannedFaultTests.write(database)
            exit(0)
        }
    }

    @Test func `A lock that is refused is asked for again, as long as the timeout says`() throws {
        let faults = SQLiteFaults()
        let database = try Self.open(folder.path("file.sqlite"), faults)
        try Self.write(database)
        faults.fail(at: 1, of: [.lock])
        try Self.write(database)
        #expect(faults.failureCount == 1)
        database.close()

        // With a log SQLite tries a hundred times by itself.
        let hasty = try Self.open(folder.path("file.sqlite"), faults, "DELETE", busyTimeout: 0)
        faults.fail(at: 1, of: [.lock], isLasting: true)
        let failure = #expect(throws: SQLiteFailure.self) { try Self.write(hasty) }
        #expect(failure?.isBusy == true)
        faults.stopFailing()
        try Self.write(hasty)
        hasty.close()
    }

    @Test func `Who waits for another's lock is known to do so, and gets it`() throws {
        let faults = SQLiteFaults()
        let (first, second) = (
            try Self.open(folder.path("file.sqlite"), nil), try Self.open(folder.path("file.sqlite"), faults)
        )
        try Self.write(first)
        let isDone = Guarded(false)
        let end = DispatchSemaphore(value: 0)
        try first.writer?.write { _ in
            Thread {
                let isWritten = (try? Self.write(second)) != nil
                isDone.withLock { $0 = isWritten }
                end.signal()
            }.start()
            faults.waitUntilRefused()
            #expect(!isDone.withLock { $0 })
        }
        end.wait()
        #expect(isDone.withLock { $0 })
        for database in [first, second] { database.close() }
    }
}
