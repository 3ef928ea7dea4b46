internal import CSQLite
internal import Foundation

/// Compares the write-ahead log of a database to the index that all its connections share.
///
/// SQLite checks the frames of a log only when it recovers one. Otherwise it would append to a log that another program
/// has cut, and copy what was written over it into the database. The fields are those of “WAL-mode File Format”, 2 and
/// 4. Frames in the middle of the log are not examined. Allocates nothing.
struct LogCheck {
    private let database: UnsafeMutablePointer<sqlite3_file>
    private let log: UnsafeMutablePointer<sqlite3_file>

    /// `nil` if the connection has no log. Used on the thread that has the connection.
    init?(_ connection: SQLiteConnection) {
        guard let database = Self.file(connection, SQLITE_FCNTL_FILE_POINTER),
            let log = Self.file(connection, SQLITE_FCNTL_JOURNAL_POINTER), database.pointee.pMethods != nil,
            log.pointee.pMethods != nil
        else { return nil }
        (self.database, self.log) = (database, log)
    }

    private static func file(_ connection: SQLiteConnection, _ operation: Int32) -> UnsafeMutablePointer<sqlite3_file>?
    {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(connection.pointer, "main", operation, &file) == SQLITE_OK else { return nil }
        return file
    }

    /// True if the log has the frames that the index counts. Cost: the size of the log and two reads of a few bytes.
    func isWhole() -> Bool {
        // While another connection begins the log anew, or writes the index, the two differ for a moment.
        for _ in 0..<Self.attempts {
            guard let index = index() else { continue }
            if index.frameCount == 0 || isWhole(index) { return true }
            if self.index() == index { return false }
        }
        return true
    }

    private static let attempts = 16

    /// The fields of the index's header by which the log is checked.
    private struct Index: Equatable {
        let frameCount: UInt32
        let pageSize: Int
        /// The two checksums of the last frame.
        let checksums: SIMD2<UInt32>
        let salt: UInt64
    }

    /// The header has this length, and two copies: a writer changes the second one first.
    private static let headerLength = 48
    /// The length of SQLite's regions of shared memory.
    private static let regionLength: Int32 = 32_768

    /// `nil` if there is no index, or if another connection is writing its header.
    private func index() -> Index? {
        var region: UnsafeMutableRawPointer?
        // With 0 for the fourth argument, no region is created.
        let code = withUnsafeMutablePointer(to: &region) { region in
            region.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 1) {
                database.pointee.pMethods.pointee.xShmMap?(database, 0, Self.regionLength, 0, $0)
            }
        }
        guard code == SQLITE_OK, let region, memcmp(region, region + Self.headerLength, Self.headerLength) == 0,
            region.load(fromByteOffset: 12, as: UInt8.self) == 1
        else { return nil }
        let size = Int(region.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
        return Index(
            frameCount: region.loadUnaligned(fromByteOffset: 16, as: UInt32.self),
            // 1 stands for 65,536.
            pageSize: size & 0xFE00 | (size & 1) << 16,
            checksums: region.loadUnaligned(fromByteOffset: 24, as: SIMD2<UInt32>.self),
            salt: region.loadUnaligned(fromByteOffset: 32, as: UInt64.self))
    }

    private func isWhole(_ index: Index) -> Bool {
        let frame = Int64(24 + index.pageSize)
        let end = 32 + Int64(index.frameCount) * frame
        var size: Int64 = 0
        guard log.pointee.pMethods.pointee.xFileSize(log, &size) == SQLITE_OK, size >= end else { return false }
        return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
            guard let address = bytes.baseAddress, read(0, 32, address),
                bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self) == index.salt, read(end - frame, 24, address)
            else { return false }
            // Salts lie in both files as the same bytes. Checksums have the machine's order of bytes in the index alone.
            let checksums = SIMD2(
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)),
                UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self)))
            return bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == index.salt && checksums == index.checksums
        }
    }

    private func read(_ offset: Int64, _ count: Int32, _ address: UnsafeMutableRawPointer) -> Bool {
        log.pointee.pMethods.pointee.xRead(log, address, count, offset) == SQLITE_OK
    }
}
