internal import CSQLite
internal import Foundation

/// Compares the write-ahead log of a database to the index that all its connections share.
///
/// SQLite checks the frames of a log only when it recovers one. Otherwise it would append to a log that another program
/// has cut, and copy what was written over it into the database. The fields are those of “WAL-mode File Format”, 2 and
/// 4. Frames in the middle of the log are not examined.
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

    /// Whether the log has the frames that the index counts. Cost: three reads of a few bytes.
    func isWhole() -> Bool {
        // While another connection begins the log anew, index and log differ for a moment.
        for _ in 0..<Self.attempts {
            guard let index = index() else { return true }
            if index.frameCount == 0 || isWhole(index) { return true }
            if self.index() == index { return false }
        }
        return true
    }

    private static let attempts = 16

    /// The header of the index.
    private struct Index: Equatable {
        let frameCount: UInt32
        let pageSize: Int
        let lastChecksum: [UInt32]
        let salt: [UInt8]
    }

    /// `nil` if there is no index, or if another connection is writing its header.
    private func index() -> Index? {
        var region: UnsafeMutableRawPointer?
        // 32,768 bytes are the size of SQLite's regions. Without a region this makes none.
        guard let map = database.pointee.pMethods.pointee.xShmMap,
            withUnsafeMutablePointer(
                to: &region,
                {
                    $0.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 1) {
                        map(database, 0, 32_768, 0, $0)
                    }
                })
                == SQLITE_OK, let region
        else { return nil }
        // Two copies of the header: a writer changes the second one first.
        let (first, second) = (Self.header(region), Self.header(region + 48))
        guard first.elementsEqual(second), first[12] == 1 else { return nil }
        return first.withUnsafeBytes { bytes in
            let size = Int(bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
            return Index(
                frameCount: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self),
                pageSize: size & 0xFE00 | (size & 1) << 16,
                lastChecksum: [24, 28].map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) },
                salt: Array(bytes[32..<40]))
        }
    }

    private static func header(_ address: UnsafeMutableRawPointer) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(start: address, count: 48))
    }

    private func isWhole(_ index: Index) -> Bool {
        let frame = Int64(24 + index.pageSize)
        let end = 32 + Int64(index.frameCount) * frame
        var size: Int64 = 0
        guard log.pointee.pMethods.pointee.xFileSize(log, &size) == SQLITE_OK, size >= end,
            let header = read(0, 32), let last = read(end - frame, 24)
        else { return false }
        func word(_ offset: Int) -> UInt32 { last[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        return header[16..<24].elementsEqual(index.salt) && last[8..<16].elementsEqual(index.salt)
            && [word(16), word(20)] == index.lastChecksum
    }

    private func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard log.pointee.pMethods.pointee.xRead(log, &bytes, Int32(count), offset) == SQLITE_OK else { return nil }
        return bytes
    }
}
