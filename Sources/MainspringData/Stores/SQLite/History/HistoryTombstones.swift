internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Reads what the history preserves of objects that are about to be deleted.
final class HistoryTombstones {
    /// In the order of an entity's preserved attributes, as the history has them.
    package typealias Values = [ObjectKey: [SQLiteValue]]

    private let history: FileHistory
    private let connection: SQLiteConnection
    private let external: (Data) throws -> Data?

    init(_ history: FileHistory, _ connection: SQLiteConnection, external: @escaping (Data) throws -> Data?) {
        (self.history, self.connection, self.external) = (history, connection, external)
    }

    func read(_ deleted: [ObjectChange], _ schema: StoreSchema) throws -> Values {
        var values: Values = [:]
        for change in deleted {
            guard let table = schema.table(of: change.row.layout), let columns = columns(table), !columns.isEmpty else {
                continue
            }
            let names = columns.map { SQLiteName.quoted($0.name) }.joined(separator: ", ")
            let statement = try connection.cached(
                "SELECT \(names) FROM \(SQLiteName.quoted(table.name)) WHERE Z_PK = ?")
            defer { statement.reset() }
            try statement.bind(change.key.key, at: 1)
            guard try statement.step() else { continue }
            values[change.key] = try columns.enumerated().map { number, column in
                guard case .external = column.form else { return statement.value(number) }
                return try value(statement.value(number))
            }
        }
        return values
    }

    /// The data for which a column stands that may name a file.
    func value(_ column: SQLiteValue) throws -> SQLiteValue {
        guard case .blob(let data) = column else { return column }
        return try external(data).map { .blob($0) } ?? .null
    }

    /// The columns of what an entity preserves. Of a composite value nothing is preserved, as it has no column of its own.
    func columns(_ table: EntityTable) -> [StoreColumn]? {
        guard let place = history.place(number: table.number) else { return nil }
        let preserved = history.entities[Int(place)].preserved
        guard !preserved.isEmpty else { return nil }
        let byName = Dictionary(
            table.columns.map { (table.entity.slots[Int($0.place.slot)].name, $0) }
        ) { first, _ in first }
        return preserved.compactMap { byName[$0.name] }
    }
}

/// A value that a history preserves.
enum HistoryTombstone {
    /// A value of an attribute; nil for nil. Where no transformer is registered it is the data that the store has.
    static func value(_ value: SQLiteValue, _ attribute: NSAttributeDescription) -> Any? {
        if let made = try? RawDecoding.plain(value, attribute) { return made }
        guard attribute.attributeType == .transformableAttributeType, case .blob(let data) = value else { return nil }
        return data
    }
}
