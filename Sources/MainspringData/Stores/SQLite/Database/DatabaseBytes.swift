internal import CSQLite
internal import Foundation
internal import Glibc

/// The bytes of a database's file, as SQLite itself opens it.
///
/// A process loses its locks on a file when it closes any descriptor of it, also one that has nothing to do with them
/// (sqlite.org/howtocorrupt.html, 2.2). SQLite knows of all its own and closes none too early. So nobody else opens a file that may
/// be a database in use: other processes would take it for closed, and delete its log.
package final class DatabaseBytes {
    private let path: String
    /// SQLite keeps the name as long as the file is open.
    private let name: UnsafeMutableBufferPointer<CChar>
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let access: Int32

    /// Opens a file to be read; nil for one that cannot be, and for what is none.
    package convenience init?(_ path: String) {
        var status = stat()
        // What is no file may let wait for ever who opens it.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(path, SQLITE_OPEN_READONLY)
    }

    private init?(_ path: String, _ flags: Int32) {
        guard let system = sqlite3_vfs_find(nil), let open = system.pointee.xOpen else { return nil }
        self.path = path
        // SQLite looks for parameters behind the end of the name.
        let text = Array(path.utf8CString) + [0, 0]
        name = .allocate(capacity: text.count)
        _ = name.initialize(from: text)
        let size = Int(system.pointee.szOsFile)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memset(memory, 0, size)
        file = memory.assumingMemoryBound(to: sqlite3_file.self)
        var access: Int32 = 0
        let code = open(system, name.baseAddress, file, flags | SQLITE_OPEN_MAIN_DB, &access)
        self.access = access
        guard code == SQLITE_OK else { return nil }
    }

    deinit {
        if let close = file.pointee.pMethods?.pointee.xClose { _ = close(file) }
        UnsafeMutableRawPointer(file).deallocate()
        name.deallocate()
    }

    /// Makes a file that is not there yet.
    /// - Returns: 0, or the number of the system's error.
    static func make(_ path: String) -> Int32 {
        errno = 0
        let made = DatabaseBytes(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        guard let made else { return errno == 0 ? EIO : errno }
        // One that somebody else has made meanwhile may be only for reading.
        return made.access & SQLITE_OPEN_READWRITE != 0 ? 0 : EACCES
    }

    /// Bytes from an offset; nil where the file does not have them.
    package func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        guard let read = file.pointee.pMethods?.pointee.xRead else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return read(file, &bytes, Int32(count), offset) == SQLITE_OK ? bytes : nil
    }

    /// How many bytes there are.
    var count: Int64 {
        var count: Int64 = 0
        guard let size = file.pointee.pMethods?.pointee.xFileSize, size(file, &count) == SQLITE_OK else { return 0 }
        return count
    }

    /// Puts a copy into a new file that only the user may read.
    /// - Throws: `CocoaError` 134080 if not all can be read; what writing a file throws.
    func copy(to path: String) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
        let copy = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let all = count
        for offset in stride(from: 0, to: all, by: Self.step) {
            guard let bytes = read(offset, min(Int(all - offset), Self.step)) else {
                throw CoreDataError.make(
                    NSPersistentStoreOpenError,
                    "\(self.path) cannot be read to its end to make a copy of it. Check the disk, and that no other program "
                        + "cuts the file.", userInfo: [NSFilePathErrorKey: self.path])
            }
            try copy.write(contentsOf: Data(bytes))
        }
    }

    private static let step = 1 << 20
}
