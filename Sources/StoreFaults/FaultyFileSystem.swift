internal import CSQLite
internal import Foundation
internal import Synchronization

/// SQLite's interface to files over the usual one, with the calls that may fail passed through an ``SQLiteFaults``.
final class FaultyFileSystem: @unchecked Sendable {
    // `@unchecked Sendable`: constant once it is registered.

    /// What connections are opened with.
    let name: String
    private let pointer: UnsafeMutablePointer<sqlite3_vfs>
    private let nameCopy: UnsafeMutablePointer<CChar>

    private static let count = Atomic<UInt64>(0)

    init() {
        name = "mainspring-faults-\(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
        nameCopy = strdup(name)
        pointer = .allocate(capacity: 1)
        // The usual one is always there: SQLite registers it itself.
        pointer.initialize(to: sqlite3_vfs_find(nil).pointee)
    }

    deinit {
        pointer.deallocate()
        free(nameCopy)
    }

    /// Makes the file system known to SQLite, until `unregister`.
    func register(_ faults: SQLiteFaults) {
        let usual: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)
        // What asks for time, random numbers and libraries stays as it is copied: it does not look at its file system.
        pointer.pointee.zName = UnsafePointer(nameCopy)
        pointer.pointee.pNext = nil
        pointer.pointee.szOsFile = Int32(FaultyFile.ownSize) + usual.pointee.szOsFile
        pointer.pointee.pAppData = Unmanaged.passUnretained(faults).toOpaque()
        pointer.pointee.iVersion = min(usual.pointee.iVersion, 2)
        pointer.pointee.xOpen = { system, name, file, flags, outFlags in
            guard let faults = FaultyFileSystem.faults(system), let file else { return SQLITE_CANTOPEN }
            return FaultyFile.open(faults, name, file, flags, outFlags)
        }
        pointer.pointee.xDelete = { system, name, isSynchronized in
            let usual: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)
            let isLog = name.map { String(cString: $0).hasSuffix("-wal") } ?? false
            if let faults = FaultyFileSystem.faults(system),
                case .fails = faults.fate(of: .delete, isLog ? .log : .journal)
            {
                return csqlite_ioerr_delete
            }
            return usual.pointee.xDelete(usual, name, isSynchronized)
        }
        pointer.pointee.xAccess = { _, name, flags, result in
            let usual: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)
            return usual.pointee.xAccess(usual, name, flags, result)
        }
        pointer.pointee.xFullPathname = { _, name, count, result in
            let usual: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)
            return usual.pointee.xFullPathname(usual, name, count, result)
        }
        sqlite3_vfs_register(pointer, 0)
    }

    /// Files that are open keep the faults, so that this is called when there are none.
    func unregister() { sqlite3_vfs_unregister(pointer) }

    private static func faults(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> SQLiteFaults? {
        system?.pointee.pAppData.map { Unmanaged<SQLiteFaults>.fromOpaque($0).takeUnretainedValue() }
    }
}
