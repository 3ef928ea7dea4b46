internal import CSQLite
internal import Foundation
internal import MainspringModel

/// Puts what a statement gives of one entity's objects into the rows of pages: where each value comes from and goes to, found
/// out once for a statement.
final class RowFiller: Sendable {
    let form: RowForm
    private let steps: ConstantTable<Step>

    private struct Step {
        let kind: RowCell.Kind
        let isComposite: Bool
        let place: SlotPlace
        let index: Int32
        /// Of a reference where the number of the entity stands, or -1; of a composite value how many parts there are.
        let other: Int32
        let tail: Int
    }

    init(_ form: RowForm, _ entity: RowSelection.Entity) {
        self.form = form
        let selected = Dictionary(entity.columns.map { ($0.column.place.slot, $0) }) { first, _ in first }
        steps = ConstantTable(
            form.cells.compactMap { cell in
                guard let column = selected[cell.place.slot] else { return nil }
                var (other, isComposite) = (column.entityIndex, false)
                if case .composite(let parts) = cell.column.form { (other, isComposite) = (parts.count, true) }
                return Step(
                    kind: cell.kind, isComposite: isComposite, place: cell.place, index: Int32(column.index),
                    other: Int32(other), tail: cell.tail)
            })
    }

    deinit { steps.deallocate() }

    /// Fills a row of a page, but for its head.
    /// - Returns: whether its bytes had room.
    func fill(_ row: UnsafeMutableRawPointer, _ page: inout RowPage, from statement: OpaquePointer) -> Bool {
        (row + RowForm.headSize).copyMemory(
            from: form.template + RowForm.headSize, byteCount: form.stride - RowForm.headSize)
        let values = ValueMemory(base: row + RowForm.headSize)
        for step in steps {
            let index = step.index
            switch step.kind {
            case .integer16: set(Int16(truncatingIfNeeded: sqlite3_column_int64(statement, index)))
            case .integer32: set(Int32(truncatingIfNeeded: sqlite3_column_int64(statement, index)))
            case .integer64: set(sqlite3_column_int64(statement, index))
            case .boolean: set(sqlite3_column_int64(statement, index) == 0 ? UInt8(0) : 1)
            case .float: set(Float(sqlite3_column_double(statement, index)))
            case .double: set(sqlite3_column_double(statement, index))
            case .string, .data:
                guard let bytes = sqlite3_column_blob(statement, index) else {
                    // Of an empty value there are none either.
                    if !isNull() { values.setRange(ByteRange(start: 0, count: 0), step.place) }
                    continue
                }
                guard let range = page.add(bytes, Int(sqlite3_column_bytes(statement, index))) else { return false }
                values.setRange(range, step.place)
            case .uuid:
                // Anything else than sixteen bytes is no UUID.
                guard let bytes = sqlite3_column_blob(statement, index), sqlite3_column_bytes(statement, index) == 16
                else { continue }
                values.setWord(bytes.loadUnaligned(as: uuid_t.self), step.place)
            case .reference:
                let key = sqlite3_column_int64(statement, index)
                // Keys count from 1.
                guard key != 0 else { continue }
                values.setWord(key, step.place)
                values.setNil(true, step.place)
                if step.other >= 0 {
                    row.storeBytes(
                        of: sqlite3_column_int64(statement, step.other), toByteOffset: step.tail, as: Int64.self)
                }
            case .raw:
                // The first part of a composite value may be nil where others are not.
                if !step.isComposite, isNull() { continue }
                let count = step.isComposite ? step.other : 1
                guard let range = RawValue.add(statement, index, count, to: &page) else { return false }
                values.setRange(range, step.place)
            }

            /// SQLite gives a zero of what is nothing: only then it is asked what it is.
            @inline(__always)
            func set<Number: BitwiseCopyable & Equatable & ExpressibleByIntegerLiteral>(_ number: Number) {
                if number == 0, isNull() { return }
                values.setWord(number, step.place)
            }

            @inline(__always)
            func isNull() -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }
        }
        return true
    }
}

/// Values of which something is to be made that is more than a copy: for each a byte that says its type, the length, and the
/// bytes.
enum RawValue {
    /// The type and the length.
    private static let headSize = 5

    static func add(
        _ statement: OpaquePointer, _ first: Int32, _ count: Int32, to page: inout RowPage
    ) -> ByteRange? {
        var start: UInt32?
        var total = 0
        for index in first..<(first + count) {
            let range: ByteRange?
            switch sqlite3_column_type(statement, index) {
            case SQLITE_NULL: range = add(UInt8(SQLITE_NULL), nil, 0, to: &page)
            case SQLITE_INTEGER:
                range = withUnsafeBytes(of: sqlite3_column_int64(statement, index)) {
                    add(UInt8(SQLITE_INTEGER), $0.baseAddress, 8, to: &page)
                }
            case SQLITE_FLOAT:
                range = withUnsafeBytes(of: sqlite3_column_double(statement, index)) {
                    add(UInt8(SQLITE_FLOAT), $0.baseAddress, 8, to: &page)
                }
            case let type:
                let bytes = sqlite3_column_blob(statement, index)
                range = add(UInt8(type), bytes, Int(sqlite3_column_bytes(statement, index)), to: &page)
            }
            guard let range else { return nil }
            if start == nil { start = range.start }
            total += Int(range.count)
        }
        return ByteRange(start: start ?? 0, count: UInt32(total))
    }

    private static func add(
        _ type: UInt8, _ bytes: UnsafeRawPointer?, _ count: Int, to page: inout RowPage
    ) -> ByteRange? {
        guard let start = withUnsafeBytes(of: type, { page.add($0.baseAddress, 1) })?.start,
            withUnsafeBytes(of: UInt32(count), { page.add($0.baseAddress, 4) }) != nil,
            page.add(bytes, count) != nil
        else { return nil }
        return ByteRange(start: start, count: UInt32(headSize + count))
    }

    /// The value that is to be kept instead of one of a saved row.
    static func add(_ value: SQLiteValue, to page: inout RowPage) -> ByteRange? {
        switch value {
        case .null: return ByteRange.none
        case .integer(let value):
            return withUnsafeBytes(of: value) { add(UInt8(SQLITE_INTEGER), $0.baseAddress, 8, to: &page) }
        case .real(let value):
            return withUnsafeBytes(of: value) { add(UInt8(SQLITE_FLOAT), $0.baseAddress, 8, to: &page) }
        case .text(var value):
            return value.withUTF8 { add(UInt8(SQLITE_TEXT), $0.baseAddress, $0.count, to: &page) }
        case .blob(let value):
            return value.withUnsafeBytes { add(UInt8(SQLITE_BLOB), $0.baseAddress, $0.count, to: &page) }
        }
    }

    /// The values that lie in bytes.
    static func values(_ bytes: UnsafeRawBufferPointer) -> [SQLiteValue] {
        var (values, rest) = ([SQLiteValue](), bytes[...])
        while rest.count >= headSize {
            let type = Int32(rest[rest.startIndex])
            let count = Int(
                UnsafeRawBufferPointer(rebasing: rest.dropFirst().prefix(4)).loadUnaligned(as: UInt32.self))
            let own = UnsafeRawBufferPointer(rebasing: rest.dropFirst(headSize).prefix(count))
            switch type {
            case SQLITE_INTEGER: values.append(.integer(own.loadUnaligned(as: Int64.self)))
            case SQLITE_FLOAT: values.append(.real(own.loadUnaligned(as: Double.self)))
            case SQLITE_TEXT: values.append(.text(String(decoding: own, as: UTF8.self)))
            case SQLITE_BLOB: values.append(.blob(Data(own)))
            default: values.append(.null)
            }
            rest = rest.dropFirst(headSize + count)
        }
        return values
    }
}
