package import Foundation
internal import MainspringFoundation
package import MainspringModel

/// A row that is being made: what could be made of a page's bytes at once, and what is left to be done when nobody waits for
/// the page any more, since it may call the program, or ask the file.
struct RowDraft {
    let form: RowForm
    let memory: ValueMemory
    let version: Int64
    /// What transformers and the like are to make values of.
    var raws: [(cell: RowCell, values: [SQLiteValue])] = []
    /// Relationships of whose destination the entity is not known.
    var unknown: [(cell: RowCell, key: Int64)] = []

    /// Makes what can be made of a row of a page. Calls nobody.
    init(_ row: UnsafeMutableRawPointer, _ page: borrowing RowPage, _ form: RowForm, store: UInt32) {
        self.form = form
        version = row.head.version
        memory = ValueMemory(base: .allocate(byteCount: form.layout.byteCount, alignment: 8))
        form.copyValues(of: row, page, to: memory, store: store) { step, bytes in
            raws.append((form.cells[step.cell], RawValue.values(bytes)))
        } unknown: { step, key in
            unknown.append((form.cells[step.cell], key))
        }
    }

    /// The finished row.
    /// - Parameters:
    ///   - external: gives the data that lie in a file beside the store, by what stands in the column.
    ///   - entity: gives the entity of an object by its key and root; nil if there is none.
    func row(
        store: UInt32, external: (Data) throws -> Data?,
        entity: (_ key: Int64, _ cell: RowCell) throws -> NSEntityDescription?
    ) throws -> Row {
        // Has the memory from now on, whatever happens.
        let row = Row(taking: memory, of: form.layout, version: version)
        for (cell, values) in raws {
            guard let value = try RawDecoding.value(values, cell.column.form, external) else { continue }
            if cell.place.kind == .data {
                Data.write(value as? Data, memory, cell.place)
            } else {
                memory.setLoose(value, cell.place)
            }
        }
        for (cell, key) in unknown {
            guard case .reference(let reference) = cell.column.form else { continue }
            // One that is not there is of whatever entity.
            let found = try entity(key, cell) ?? reference.destination
            memory.setIdentity(
                NSManagedObjectID(ObjectKey(store: store, root: cell.root, key: key), found), cell.place)
        }
        return row
    }
}

/// What values are made of that do not stand in columns as they are.
package enum RawDecoding {
    /// A value of an attribute; nil for nil, and for what none can be made of.
    static func value(
        _ values: [SQLiteValue], _ form: StoreColumn.Form, _ external: (Data) throws -> Data?
    ) throws -> Any? {
        switch form {
        case .composite(let parts): return try composite(values, parts, external)
        case .external:
            guard case .blob(let data)? = values.first else { return nil }
            return try external(data)
        case .decimal: return values.first.flatMap(decimal)
        case .uri:
            guard case .text(let text)? = values.first else { return nil }
            return URL(string: text)
        case .transformed(let attribute):
            guard case .blob(let data)? = values.first else { return nil }
            return transformed(data, attribute)
        case .plain, .reference: return nil
        }
    }

    package static func decimal(_ value: SQLiteValue) -> NSDecimalNumber? {
        switch value {
        case .integer(let number): NSDecimalNumber(decimal: Decimal(number))
        // The shortest text that is the number again: 10.11, not what is nearest to it in binary.
        case .real(let number): number.isFinite ? decimal(text: number.description) : nil
        case .text(let text): decimal(text: text)
        case .null, .blob: nil
        }
    }

    private static func decimal(text: String) -> NSDecimalNumber? {
        Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { NSDecimalNumber(decimal: $0) }
    }

    package static func transformed(_ data: Data, _ attribute: NSAttributeDescription) -> Any? {
        AttributeCoding.transformer(of: attribute)?.transformedValue(data)
    }

    /// Dictionaries of the parts that are not nil; nil if all are.
    private static func composite(
        _ values: [SQLiteValue], _ parts: [StoreColumn.Part], _ external: (Data) throws -> Data?
    ) throws -> Any? {
        var made: [String: Any] = [:]
        for (part, value) in zip(parts, values) {
            guard let decoded = try plain(value, part.attribute) else { continue }
            insert(decoded, part.path[...], &made)
        }
        return made.isEmpty ? nil : made
    }

    private static func insert(_ value: Any, _ path: ArraySlice<String>, _ dictionary: inout [String: Any]) {
        guard let key = path.first else { return }
        guard path.count > 1 else {
            dictionary[key] = value
            return
        }
        var inner = dictionary[key] as? [String: Any] ?? [:]
        insert(value, path.dropFirst(), &inner)
        dictionary[key] = inner
    }

    /// A value of an attribute that stands in a column of its own.
    static func plain(_ value: SQLiteValue, _ attribute: NSAttributeDescription) throws -> Any? {
        if value == .null { return nil }
        switch attribute.attributeType {
        case .integer16AttributeType: return NSNumber(value: Int16(truncatingIfNeeded: integer(value)))
        case .integer32AttributeType: return NSNumber(value: Int32(truncatingIfNeeded: integer(value)))
        case .integer64AttributeType: return NSNumber(value: integer(value))
        case .booleanAttributeType: return NSNumber(value: integer(value) != 0)
        case .doubleAttributeType: return NSNumber(value: double(value))
        case .floatAttributeType: return NSNumber(value: Float(double(value)))
        case .dateAttributeType: return Date(timeIntervalSinceReferenceDate: double(value))
        case .decimalAttributeType: return decimal(value)
        case .stringAttributeType: return text(value)
        case .URIAttributeType: return text(value).flatMap { URL(string: $0) }
        case .binaryDataAttributeType: return data(value)
        case .UUIDAttributeType: return data(value).flatMap(uuid)
        case .transformableAttributeType: return data(value).flatMap { transformed($0, attribute) }
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
        }
    }

    private static func integer(_ value: SQLiteValue) -> Int64 {
        switch value {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number.rounded(.towardZero)) ?? 0
        case .text(let text): Int64(text) ?? 0
        case .null, .blob: 0
        }
    }

    private static func double(_ value: SQLiteValue) -> Double {
        switch value {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .text(let text): Double(text) ?? 0
        case .null, .blob: 0
        }
    }

    private static func text(_ value: SQLiteValue) -> String? {
        switch value {
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .blob(let data): String(decoding: data, as: UTF8.self)
        case .null: nil
        }
    }

    private static func data(_ value: SQLiteValue) -> Data? {
        switch value {
        case .blob(let data): data
        case .text(let text): Data(text.utf8)
        case .integer, .real, .null: nil
        }
    }

    private static func uuid(_ data: Data) -> UUID? {
        guard data.count == 16 else { return nil }
        return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
