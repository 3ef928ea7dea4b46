internal import CSQLite
internal import Foundation

/// A file of an ``SQLiteFaults``: what SQLite calls for it, passed on to the usual file that lies behind it in memory.
final class FaultyFile {
    // SQLite gives memory for a file: first its table of functions, then, of ours, the object, then the usual file.

    static let ownSize = 16

    private let faults: SQLiteFaults
    private let file: SQLiteFaults.File

    private init(_ faults: SQLiteFaults, _ file: SQLiteFaults.File) { (self.faults, self.file) = (faults, file) }

    private func fate(of call: SQLiteFaults.Call, bytes: Int32 = 0) -> SQLiteFaults.Fate {
        faults.fate(of: call, file, bytes: Int(bytes))
    }

    private static func kind(_ flags: Int32) -> SQLiteFaults.File {
        if flags & SQLITE_OPEN_MAIN_DB != 0 { return .database }
        if flags & SQLITE_OPEN_WAL != 0 { return .log }
        return flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL) != 0 ? .journal : .temporary
    }

    private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> FaultyFile? {
        guard let object = file.flatMap({ UnsafeRawPointer($0).load(fromByteOffset: 8, as: UnsafeRawPointer?.self) })
        else { return nil }
        return Unmanaged<FaultyFile>.fromOpaque(object).takeUnretainedValue()
    }

    private static func usual(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<sqlite3_file>? {
        file.map { (UnsafeMutableRawPointer($0) + ownSize).assumingMemoryBound(to: sqlite3_file.self) }
    }

    /// The usual file's functions.
    private static func methods(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
        usual(file)?.pointee.pMethods?.pointee
    }

    /// Takes a lock of the usual file, unless it is to be refused.
    private static func lock(_ file: UnsafeMutablePointer<sqlite3_file>?, _ usualLock: () -> Int32) -> Int32 {
        guard let object = of(file) else { return usualLock() }
        if case .fails = object.fate(of: .lock) { return SQLITE_BUSY }
        let code = usualLock()
        if code == SQLITE_BUSY { object.faults.refused.note() }
        return code
    }

    // MARK: Opening

    static func open(
        _ faults: SQLiteFaults, _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>,
        _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        // Without a table of functions SQLite does not close the file.
        file.pointee.pMethods = nil
        let kind = kind(flags)
        if case .fails = faults.fate(of: .open, kind) { return SQLITE_CANTOPEN }
        let usualSystem: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)
        let usual = (UnsafeMutableRawPointer(file) + ownSize).assumingMemoryBound(to: sqlite3_file.self)
        memset(usual, 0, Int(usualSystem.pointee.szOsFile))
        let code = usualSystem.pointee.xOpen(usualSystem, name, usual, flags, outFlags)
        guard code == SQLITE_OK else {
            if let close = usual.pointee.pMethods?.pointee.xClose { _ = close(usual) }
            return code
        }
        let object = FaultyFile(faults, kind)
        UnsafeMutableRawPointer(file).storeBytes(
            of: Unmanaged.passRetained(object).toOpaque(), toByteOffset: 8, as: UnsafeMutableRawPointer.self)
        file.pointee.pMethods = UnsafePointer(table)
        return SQLITE_OK
    }

    // MARK: What SQLite calls

    /// The functions of all files. Constant.
    nonisolated(unsafe) private static let table: UnsafeMutablePointer<sqlite3_io_methods> = {
        var own = sqlite3_io_methods()
        own.iVersion = 3
        own.xClose = { file in
            let code = methods(file)?.xClose(usual(file)) ?? SQLITE_OK
            if let file, let object = UnsafeRawPointer(file).load(fromByteOffset: 8, as: UnsafeRawPointer?.self) {
                Unmanaged<FaultyFile>.fromOpaque(object).release()
            }
            return code
        }
        own.xRead = { file, bytes, count, offset in
            if case .fails? = of(file)?.fate(of: .read) { return csqlite_ioerr_read }
            return methods(file)?.xRead(usual(file), bytes, count, offset) ?? SQLITE_IOERR
        }
        own.xWrite = { file, bytes, count, offset in
            func write(_ count: Int32) -> Int32 {
                count == 0 ? SQLITE_OK : methods(file)?.xWrite(usual(file), bytes, count, offset) ?? SQLITE_IOERR
            }
            switch of(file)?.fate(of: .write, bytes: count) ?? .goesOn {
            case .goesOn: return write(count)
            case .fails:
                _ = write(count / 2)
                return csqlite_ioerr_write
            case .kills:
                _ = write(count / 2)
                SQLiteFaults.endProcess()
            case .full(let room):
                _ = write(Int32(clamping: room))
                return SQLITE_FULL
            }
        }
        own.xTruncate = { file, size in
            if case .fails? = of(file)?.fate(of: .truncate) { return csqlite_ioerr_truncate }
            return methods(file)?.xTruncate(usual(file), size) ?? SQLITE_IOERR
        }
        own.xSync = { file, flags in
            if let object = of(file) {
                if object.file == .log || object.file == .database { object.faults.held.pass() }
                if case .fails = object.fate(of: .sync) { return csqlite_ioerr_fsync }
            }
            return methods(file)?.xSync(usual(file), flags) ?? SQLITE_IOERR
        }
        own.xFileSize = { file, size in methods(file)?.xFileSize(usual(file), size) ?? SQLITE_IOERR }
        own.xLock = { file, level in
            lock(file) { methods(file)?.xLock(usual(file), level) ?? SQLITE_IOERR }
        }
        own.xUnlock = { file, level in
            _ = of(file)?.fate(of: .unlock)
            return methods(file)?.xUnlock(usual(file), level) ?? SQLITE_IOERR
        }
        own.xCheckReservedLock = { file, result in
            methods(file)?.xCheckReservedLock(usual(file), result) ?? SQLITE_IOERR
        }
        own.xFileControl = { file, operation, argument in
            methods(file)?.xFileControl(usual(file), operation, argument) ?? SQLITE_NOTFOUND
        }
        own.xSectorSize = { file in methods(file)?.xSectorSize(usual(file)) ?? 4096 }
        own.xDeviceCharacteristics = { file in methods(file)?.xDeviceCharacteristics(usual(file)) ?? 0 }
        own.xShmMap = { file, region, size, isExtending, result in
            methods(file)?.xShmMap?(usual(file), region, size, isExtending, result) ?? SQLITE_IOERR
        }
        own.xShmLock = { file, offset, count, flags in
            let usualLock = { methods(file)?.xShmLock?(usual(file), offset, count, flags) ?? SQLITE_IOERR }
            if flags & SQLITE_SHM_LOCK != 0 { return lock(file, usualLock) }
            _ = of(file)?.fate(of: .unlock)
            return usualLock()
        }
        own.xShmBarrier = { file in
            _ = of(file)?.fate(of: .unlock)
            methods(file)?.xShmBarrier?(usual(file))
        }
        own.xShmUnmap = { file, isDeleting in
            methods(file)?.xShmUnmap?(usual(file), isDeleting) ?? SQLITE_OK
        }
        // Nothing is mapped into memory, where no failure could be made.
        own.xFetch = { _, _, _, result in
            result?.pointee = nil
            return SQLITE_OK
        }
        own.xUnfetch = { _, _, _ in SQLITE_OK }
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        table.initialize(to: own)
        return table
    }()
}
