internal import CSQLite
package import Foundation

/// A statement that is prepared: values are bound to it, and it is stepped through its rows.
///
/// Used by the thread that has its connection. Indexes of parameters count from 1, those of columns from 0.
package final class SQLiteStatement {
    let sql: String
    private let handle: OpaquePointer
    /// Kept, so that the statement ends before its connection. Its own table of statements is no circle: it is emptied by
    /// `close`.
    private unowned let connection: SQLiteConnection
    /// Whether it has been stepped, and neither come to its end nor been reset.
    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    init(_ handle: OpaquePointer, _ sql: String, _ connection: SQLiteConnection) {
        (self.handle, self.sql, self.connection) = (handle, sql, connection)
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Running

    /// Goes to the next row.
    /// - Returns: whether there is one.
    @inline(__always)
    package func step() throws(SQLiteFailure) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw fail(code)
    }

    /// Runs a statement without rows, and makes it ready to run again.
    func run() throws(SQLiteFailure) {
        defer { reset() }
        _ = try step()
    }

    /// Makes the statement ready to run again. What is bound stays.
    func reset() { sqlite3_reset(handle) }

    /// Forgets what is bound.
    func clear() { sqlite3_clear_bindings(handle) }

    private func fail(_ code: Int32) -> SQLiteFailure {
        let failure = connection.failure(code, sql)
        sqlite3_reset(handle)
        return failure
    }

    // MARK: Parameters

    package func bind(_ value: Int64, at index: Int) throws(SQLiteFailure) {
        try check(sqlite3_bind_int64(handle, Int32(index), value))
    }

    package func bind(_ value: Double, at index: Int) throws(SQLiteFailure) {
        // SQLite takes what is no number for NULL.
        try check(sqlite3_bind_double(handle, Int32(index), value))
    }

    func bindNull(at index: Int) throws(SQLiteFailure) { try check(sqlite3_bind_null(handle, Int32(index))) }

    /// Binds a text, which is copied.
    package func bind(_ value: String, at index: Int) throws(SQLiteFailure) {
        var value = value
        let code = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                // A text without bytes may have no address, and would be NULL.
                text.baseAddress.map { csqlite_bind_text(handle, Int32(index), $0, UInt64(text.count)) }
                    ?? csqlite_bind_text(handle, Int32(index), "", 0)
            }
        }
        try check(code)
    }

    /// Binds data, which are copied.
    package func bind(_ value: Data, at index: Int) throws(SQLiteFailure) {
        let code = value.withUnsafeBytes { bytes in
            bytes.baseAddress.map { csqlite_bind_blob(handle, Int32(index), $0, UInt64(bytes.count)) }
                ?? sqlite3_bind_zeroblob(handle, Int32(index), 0)
        }
        try check(code)
    }

    /// Binds a text where it lies, which stays there until the statement is stepped and reset, or something else is bound.
    func bindText(inPlace bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteFailure) {
        guard let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return try bind("", at: index) }
        try check(csqlite_bind_text_in_place(handle, Int32(index), text, UInt64(bytes.count)))
    }

    /// Binds data where they lie, as a text.
    func bindData(inPlace bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteFailure) {
        guard let start = bytes.baseAddress else { return try bind(Data(), at: index) }
        try check(csqlite_bind_blob_in_place(handle, Int32(index), start, UInt64(bytes.count)))
    }

    package func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteFailure) {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try bind(value, at: index)
        case .text(let value): try bind(value, at: index)
        case .blob(let value): try bind(value, at: index)
        }
    }

    package func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
        for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
    }

    @inline(__always)
    private func check(_ code: Int32) throws(SQLiteFailure) { if code != SQLITE_OK { try connection.check(code, sql) } }

    // MARK: Columns

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    func columnName(_ index: Int) -> String {
        sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
    }

    @inline(__always)
    package func isNull(_ index: Int) -> Bool { sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL }

    @inline(__always)
    package func integer(_ index: Int) -> Int64 { sqlite3_column_int64(handle, Int32(index)) }

    @inline(__always)
    func double(_ index: Int) -> Double { sqlite3_column_double(handle, Int32(index)) }

    /// The bytes of a text or of data, until the next step. A number is made a text by SQLite.
    @inline(__always)
    package func withBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let bytes = sqlite3_column_blob(handle, Int32(index))
        return body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(index)))))
    }

    /// A text; bytes that are no UTF-8 are replaced.
    @inline(__always)
    package func string(_ index: Int) -> String {
        guard let text = sqlite3_column_text(handle, Int32(index)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, Int32(index)))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    package func data(_ index: Int) -> Data { withBytes(index) { Data($0) } }

    package func value(_ index: Int) -> SQLiteValue {
        switch sqlite3_column_type(handle, Int32(index)) {
        case SQLITE_INTEGER: .integer(integer(index))
        case SQLITE_FLOAT: .real(double(index))
        case SQLITE_TEXT: .text(string(index))
        case SQLITE_BLOB: .blob(data(index))
        default: .null
        }
    }

    /// The statement in C, for loops that read many rows.
    var pointer: OpaquePointer { handle }
}
