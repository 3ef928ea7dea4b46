internal import CSQLite
internal import FileAccess
internal import Foundation
internal import Locks

/// The databases that this process has open, and the sizes of their `-shm` files.
///
/// All connections of a process share one mapping of a `-shm` file. If another program has cut the file, reading the
/// mapping ends the process by SIGBUS, also through a connection that is new. May be used on any thread.
enum OpenDatabases {
    private struct Entry {
        var connections = 0
        /// The largest size of the `-shm` file so far, in bytes. It does not shrink while a connection is open.
        var sharedMemory: Int64 = 0
    }

    private static let entries = Guarded<[DatabasePlace.Identity: Entry]>([:])

    /// Registers a connection that is about to be opened.
    /// - Returns: The identity of the file, for ``remove(_:)``; `nil` if there is no file yet.
    /// - Throws: ``SQLiteFailure`` if the `-shm` file was cut.
    static func add(_ path: String) throws(SQLiteFailure) -> DatabasePlace.Identity? {
        guard let identity = DatabasePlace.Identity(path: path) else { return nil }
        let size = FileStatus.of(path + "-shm")?.size
        let isCut = entries.withLock { entries in
            // A file that was removed stays mapped as it is.
            if let size, let known = entries[identity]?.sharedMemory, size < known { return true }
            entries[identity, default: Entry()].connections += 1
            return false
        }
        guard !isCut else { throw cutSharedMemory(path) }
        return identity
    }

    /// Unregisters a connection that was closed.
    static func remove(_ identity: DatabasePlace.Identity) {
        entries.withLock { entries in
            entries[identity]?.connections -= 1
            if entries[identity]?.connections == 0 { entries[identity] = nil }
        }
    }

    /// Records the size of the `-shm` file of an open database. Returns false if the file is smaller than before, or
    /// missing.
    static func recordSharedMemory(of path: String, _ identity: DatabasePlace.Identity) -> Bool {
        let size = FileStatus.of(path + "-shm")?.size ?? 0
        return entries.withLock { entries in
            guard let known = entries[identity]?.sharedMemory else { return true }
            entries[identity]?.sharedMemory = max(known, size)
            return size >= known
        }
    }

    /// Returns the failure of a database whose `-shm` file was cut.
    static func cutSharedMemory(_ path: String) -> SQLiteFailure {
        SQLiteFailure(
            code: csqlite_readonly_moved,
            message: "the file's shared memory, \(path)-shm, was removed or cut while it was open", path: path,
            statement: nil)
    }
}
