internal import CSQLite
internal import Foundation

/// A function in Swift that statements, triggers and derived columns may call.
package struct SQLiteFunction: Sendable {
    let name: String
    /// How many arguments it takes; -1 for any number.
    let argumentCount: Int
    /// Whether the same arguments always give the same.
    let isDeterministic: Bool
    /// What it does, on the thread that steps the statement. What it throws becomes the statement's failure.
    let body: @Sendable (SQLiteArguments) throws -> SQLiteValue

    init(
        _ name: String, argumentCount: Int, isDeterministic: Bool = true,
        _ body: @escaping @Sendable (SQLiteArguments) throws -> SQLiteValue
    ) {
        (self.name, self.argumentCount, self.isDeterministic, self.body) = (name, argumentCount, isDeterministic, body)
    }
}

/// An order of texts in Swift, which statements and indexes name by COLLATE.
package struct SQLiteCollation: Sendable {
    let name: String
    /// Compares the UTF-8 of two texts, on the thread that steps the statement: below 0, 0, or above. A text of a file may
    /// be no UTF-8. Has to be an order all the same, or SQLite's indexes break.
    let compare: @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32

    init(
        _ name: String, _ compare: @escaping @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32
    ) {
        (self.name, self.compare) = (name, compare)
    }
}

/// What a function is called with. Not to be kept. Indexes count from 0.
struct SQLiteArguments {
    let context: OpaquePointer
    fileprivate let values: UnsafeMutablePointer<OpaquePointer?>?
    let count: Int

    private func pointer(_ index: Int) -> OpaquePointer? {
        precondition(index >= 0 && index < count, "A function of SQL asked for an argument that it does not take.")
        return values?[index]
    }

    /// The connection in C that calls; for functions of triggers, which look things up.
    var connection: OpaquePointer? { sqlite3_context_db_handle(context) }

    func isNull(_ index: Int) -> Bool { sqlite3_value_type(pointer(index)) == SQLITE_NULL }
    func integer(_ index: Int) -> Int64 { sqlite3_value_int64(pointer(index)) }
    func double(_ index: Int) -> Double { sqlite3_value_double(pointer(index)) }

    /// The UTF-8 of a text, or the bytes of data, until the function returns. A number is made a text.
    func withBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let bytes = sqlite3_value_blob(pointer(index))
        return try body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(pointer(index)))))
    }

    /// A text; bytes that are no UTF-8 are replaced.
    func string(_ index: Int) -> String { withBytes(index) { String(decoding: $0, as: UTF8.self) } }

    func value(_ index: Int) -> SQLiteValue {
        switch sqlite3_value_type(pointer(index)) {
        case SQLITE_INTEGER: .integer(integer(index))
        case SQLITE_FLOAT: .real(double(index))
        case SQLITE_TEXT: .text(string(index))
        case SQLITE_BLOB: .blob(withBytes(index) { Data($0) })
        default: .null
        }
    }

    /// What is made of a constant argument, such as a pattern: made once in a statement, kept by SQLite. What the argument
    /// changes from row to row is made each time.
    func prepared<Kept: AnyObject>(_ index: Int, _ make: () throws -> Kept) rethrows -> Kept {
        if let known = sqlite3_get_auxdata(context, Int32(index)),
            let kept = Unmanaged<AnyObject>.fromOpaque(known).takeUnretainedValue() as? Kept
        {
            return kept
        }
        let made = try make()
        sqlite3_set_auxdata(context, Int32(index), Unmanaged<AnyObject>.passRetained(made).toOpaque()) {
            if let kept = $0 { Unmanaged<AnyObject>.fromOpaque(kept).release() }
        }
        return made
    }
}

extension SQLiteConnection {
    /// Makes a function known to the connection's statements, its file's triggers among them: the file names it, so that
    /// it may do nothing that a hostile file must not have done.
    func add(_ function: SQLiteFunction) throws(SQLiteFailure) {
        let box = Unmanaged.passRetained(FunctionBox(function.body))
        let flags =
            SQLITE_UTF8 | SQLITE_INNOCUOUS | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
        // SQLite lets go of the box itself, also when it fails.
        let code = sqlite3_create_function_v2(
            pointer, function.name, Int32(function.argumentCount), flags, box.toOpaque(),
            { context, count, values in
                guard let context, let kept = sqlite3_user_data(context) else { return }
                Unmanaged<FunctionBox>.fromOpaque(kept).takeUnretainedValue()
                    .call(SQLiteArguments(context: context, values: values, count: Int(count)))
            }, nil, nil,
            { if let kept = $0 { Unmanaged<FunctionBox>.fromOpaque(kept).release() } })
        try check(code, "function \(function.name)")
    }

    /// Makes an order of texts known.
    func add(_ collation: SQLiteCollation) throws(SQLiteFailure) {
        let box = Unmanaged.passRetained(CollationBox(collation.compare))
        let code = sqlite3_create_collation_v2(
            pointer, collation.name, SQLITE_UTF8, box.toOpaque(),
            { kept, firstCount, first, secondCount, second in
                guard let kept else { return 0 }
                return Unmanaged<CollationBox>.fromOpaque(kept).takeUnretainedValue().compare(
                    UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
                    UnsafeRawBufferPointer(start: second, count: Int(secondCount)))
            }, { if let kept = $0 { Unmanaged<CollationBox>.fromOpaque(kept).release() } })
        // Unlike a function's, a collation's box is left to us when it fails.
        if code != SQLITE_OK { box.release() }
        try check(code, "collation \(collation.name)")
    }
}

/// Keeps a function for SQLite.
private final class FunctionBox {
    private let body: @Sendable (SQLiteArguments) throws -> SQLiteValue

    init(_ body: @escaping @Sendable (SQLiteArguments) throws -> SQLiteValue) { self.body = body }

    func call(_ arguments: SQLiteArguments) {
        let context = arguments.context
        do {
            switch try body(arguments) {
            case .null: sqlite3_result_null(context)
            case .integer(let value): sqlite3_result_int64(context, value)
            case .real(let value): sqlite3_result_double(context, value)
            case .text(var value):
                value.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { text in
                        text.baseAddress.map { csqlite_result_text(context, $0, UInt64(text.count)) }
                            ?? csqlite_result_text(context, "", 0)
                    }
                }
            case .blob(let value):
                value.withUnsafeBytes { bytes in
                    bytes.baseAddress.map { csqlite_result_blob(context, $0, UInt64(bytes.count)) }
                        ?? sqlite3_result_zeroblob(context, 0)
                }
            }
        } catch {
            sqlite3_result_error(context, (error as NSError).localizedDescription, -1)
        }
    }
}

/// Keeps a collation for SQLite.
private final class CollationBox {
    let compare: @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32

    init(_ compare: @escaping @Sendable (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int32) {
        self.compare = compare
    }
}
