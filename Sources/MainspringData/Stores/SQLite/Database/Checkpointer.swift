internal import CSQLite
internal import Diagnostics
internal import Dispatch
internal import Foundation
internal import Locks

/// Moves the log of commits into the file, on a thread of its own, so that no save waits for it.
///
/// What fails is told once and tried again after the next commit; nothing is lost by it, since the log is part of the
/// store.
final class Checkpointer: @unchecked Sendable {
    // `@unchecked Sendable`: `state` guards itself; the connection is used inside of `work` alone, by one thread at a time.

    /// From how many pages on the log is moved.
    let bound: Int
    /// From how many pages on its file is cut off as well, when all is moved.
    let truncationBound: Int
    private let path: String
    private let open: @Sendable () throws -> SQLiteConnection
    private let state = Guarded(State())
    private let wanted = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    /// Guards the connection: a moving at a time.
    private let work = DispatchQueue(label: "SQLite.checkpoint")
    private var connection: SQLiteConnection?

    private struct State {
        var isWanted = false
        var isStarted = false
        var isStopped = false
    }

    /// - Parameter open: makes a connection that may write, on the thread.
    init(
        path: String, bound: Int, truncationBound: Int = 16_384,
        open: @escaping @Sendable () throws -> SQLiteConnection
    ) {
        (self.path, self.bound, self.truncationBound, self.open) = (path, bound, truncationBound, open)
    }

    /// A commit was made, and the log has so many pages now. Waits for nothing.
    func noteLog(pages: Int) {
        guard pages >= bound else { return }
        let (isNew, isFirst) = state.withLock { state in
            guard !state.isStopped, !state.isWanted else { return (false, false) }
            defer { state.isStarted = true }
            state.isWanted = true
            return (true, !state.isStarted)
        }
        if isFirst { start() }
        if isNew { wanted.signal() }
    }

    private func start() {
        let thread = Thread {
            // Who has saved goes on first.
            _ = setpriority(.init(PRIO_PROCESS.rawValue), 0, 10)
            self.run()
        }
        thread.name = "SQLite.checkpoint"
        thread.start()
    }

    private func run() {
        while true {
            wanted.wait()
            let isStopped = state.withLock { state in
                state.isWanted = false
                return state.isStopped
            }
            if isStopped { break }
            do {
                try checkpoint()
            } catch {
                DatabaseNotes.log.write(
                    "checkpoint \(path)",
                    "The log of the store at \(path) could not be moved into it, and is kept beside it until that succeeds; "
                        + "it is tried again after each save. Check that the disk has room and is writable. "
                        + error.localizedDescription)
            }
        }
        ended.signal()
    }

    /// Moves what can be moved without waiting for anybody, on the caller's thread. Somebody who reads an old state, or
    /// another one who moves, is no failure.
    func checkpoint() throws {
        try work.sync {
            let connection = try self.connection ?? open()
            self.connection = connection
            // The log must not be moved into a file that another program has changed.
            try connection.files?.check(connection)
            do {
                let (pages, moved) = try Self.run(SQLITE_CHECKPOINT_PASSIVE, connection)
                guard pages == moved, pages >= truncationBound else { return }
                _ = try Self.run(SQLITE_CHECKPOINT_TRUNCATE, connection)
            } catch let failure as SQLiteFailure where failure.isBusy {}
        }
    }

    private static func run(
        _ mode: Int32, _ connection: SQLiteConnection
    ) throws(SQLiteFailure) -> (pages: Int, moved: Int) {
        var (pages, moved): (Int32, Int32) = (0, 0)
        try connection.check(
            sqlite3_wal_checkpoint_v2(connection.pointer, nil, mode, &pages, &moved), "checkpoint")
        return (Int(pages), Int(moved))
    }

    /// Ends the thread, when it has done what it is doing.
    func stop() {
        let isStarted = state.withLock { state in
            defer { state.isStopped = true }
            return state.isStarted && !state.isStopped
        }
        if isStarted {
            wanted.signal()
            ended.wait()
        }
        work.sync {
            connection?.close()
            connection = nil
        }
    }
}
