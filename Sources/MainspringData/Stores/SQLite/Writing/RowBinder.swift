internal import CSQLite
internal import Foundation
internal import MainspringModel

/// Binds values of rows to the parameters of a statement.
///
/// Texts and data of a row are put side by side into memory of the binder's own, which SQLite reads where it lies: a row is
/// stepped before the next one is bound. Used by whoever has the writing connection.
final class RowBinder {
    /// Is never moved while something of a row lies in it.
    private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
    /// How much of it the row takes, or would.
    private var end = 0
    /// Where long data go; nil where none are bound.
    var external: ExternalWrites?

    deinit { bytes.deallocate() }

    /// Lets the memory be used for another row.
    func begin() {
        if end > bytes.count, end < 1 << 20 {
            bytes.deallocate()
            bytes = .allocate(byteCount: end * 2, alignment: 1)
        }
        end = 0
    }

    /// Binds the values of some of a table's columns.
    /// - Returns: the index of the parameter after theirs.
    /// - Throws: ``SQLiteFailure``; `CocoaError` 134030 for a value that no column holds.
    @inline(__always)
    func bind(
        _ memory: ValueMemory, _ table: EntityTable, _ columns: ColumnMask, to statement: SQLiteStatement,
        at index: Int,
        entityNumber: (NSManagedObjectID) throws -> Int64?
    ) throws -> Int {
        var (index, number) = (index, 0)
        for binding in table.bindings {
            defer { number += 1 }
            guard columns.contains(number) else { continue }
            switch binding.form {
            case .plain:
                try bindPlain(memory, binding.place, statement, index) { table.columns[number] }
                index += 1
            case .key:
                try bind(memory.destinationKey(binding.place)?.key, statement, index)
                index += 1
            case .other:
                index = try bind(memory, table.columns[number], to: statement, at: index, entityNumber: entityNumber)
            }
        }
        return index
    }

    /// Binds the values of a column.
    /// - Returns: the index of the parameter after the column's.
    /// - Throws: ``SQLiteFailure``; `CocoaError` 134030 for a value that no column holds.
    func bind(
        _ memory: ValueMemory, _ column: StoreColumn, to statement: SQLiteStatement, at index: Int,
        entityNumber: (NSManagedObjectID) throws -> Int64?
    ) throws -> Int {
        let place = column.place
        switch column.form {
        case .plain: try bindPlain(memory, place, statement, index) { column }
        case .reference(let reference):
            try bind(memory.destinationKey(place)?.key, statement, index)
            guard reference.entityColumn != nil else { return index + 1 }
            try bind(try memory.destination(place).flatMap(entityNumber), statement, index + 1)
            return index + 2
        case .composite(let parts):
            for (number, part) in parts.enumerated() {
                try statement.bind(try ColumnEncoding.encoded(memory, part, of: column), at: index + number)
            }
            return index + parts.count
        case .external:
            let data = Data.read(memory, place)
            try statement.bind(try data.map { .blob(try external?.column(for: $0) ?? $0) } ?? .null, at: index)
        case .decimal, .uri, .transformed:
            try statement.bind(try ColumnEncoding.encoded(memory, column), at: index)
        }
        return index + 1
    }

    /// Binds the value of a column that is one, without the number of a destination's entity.
    func bindValue(
        _ memory: ValueMemory, _ column: StoreColumn, to statement: SQLiteStatement, at index: Int
    ) throws -> Int {
        guard case .reference = column.form else {
            return try bind(memory, column, to: statement, at: index) { _ in nil }
        }
        try bind(memory.destinationKey(column.place)?.key, statement, index)
        return index + 1
    }

    @inline(__always)
    private func bindPlain(
        _ memory: ValueMemory, _ place: SlotPlace, _ statement: SQLiteStatement, _ index: Int,
        _ column: () -> StoreColumn
    ) throws {
        switch place.kind {
        case .integer16: try bind(Int16.read(memory, place).map(Int64.init), statement, index)
        case .integer32: try bind(Int32.read(memory, place).map(Int64.init), statement, index)
        case .integer64: try bind(Int64.read(memory, place), statement, index)
        case .boolean: try bind(Bool.read(memory, place).map { $0 ? 1 : 0 }, statement, index)
        case .float: try bind(Float.read(memory, place).map(Double.init), statement, index, column)
        case .double: try bind(Double.read(memory, place), statement, index, column)
        case .date:
            try bind(Date.read(memory, place)?.timeIntervalSinceReferenceDate, statement, index, column)
        case .string: try bindText(memory, place, statement, index)
        case .data: try bindData(memory, place, statement, index)
        case .uuid: try statement.bind(UUID.read(memory, place).map { .blob($0.bytes) } ?? .null, at: index)
        case .object, .toOne, .toMany, .ordered, .fetched, .missing: try statement.bindNull(at: index)
        }
    }

    @inline(__always)
    private func bind(_ value: Int64?, _ statement: SQLiteStatement, _ index: Int) throws(SQLiteFailure) {
        if let value { try statement.bind(value, at: index) } else { try statement.bindNull(at: index) }
    }

    @inline(__always)
    private func bind(
        _ value: Double?, _ statement: SQLiteStatement, _ index: Int, _ column: () -> StoreColumn
    ) throws {
        guard let value else { return try statement.bindNull(at: index) }
        guard !value.isNaN else { throw ColumnEncoding.notANumber(column().name) }
        try statement.bind(value, at: index)
    }

    private func bindText(
        _ memory: ValueMemory, _ place: SlotPlace, _ statement: SQLiteStatement, _ index: Int
    ) throws(SQLiteFailure) {
        guard let text = memory.counted(place, as: String?.self).pointee else {
            return try statement.bindNull(at: index)
        }
        let copied = text.utf8.withContiguousStorageIfAvailable { copy(UnsafeRawBufferPointer($0)) }
        guard let copied = copied ?? nil else { return try statement.bind(text, at: index) }
        try statement.bindText(inPlace: copied, at: index)
    }

    private func bindData(
        _ memory: ValueMemory, _ place: SlotPlace, _ statement: SQLiteStatement, _ index: Int
    ) throws(SQLiteFailure) {
        guard let data = memory.counted(place, as: Data?.self).pointee else { return try statement.bindNull(at: index) }
        guard let copied = data.withUnsafeBytes({ copy($0) }) else { return try statement.bind(data, at: index) }
        try statement.bindData(inPlace: copied, at: index)
    }

    /// Puts bytes behind those that the row has already; nil if they do not fit.
    private func copy(_ source: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let start = end
        end += source.count
        guard end <= bytes.count else { return nil }
        let place = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
        place.copyMemory(from: source)
        return UnsafeRawBufferPointer(place)
    }
}
