internal import MainspringData
public import MainspringModel

/// An entity of a store as its file has it.
@_spi(Tools) public struct InspectedEntity {
    /// The description.
    @_spi(Tools) public let entity: NSEntityDescription
    /// The number in the file: `Z_ENT`.
    @_spi(Tools) public let number: Int64
    /// The table of the entity and all of its family.
    @_spi(Tools) public let table: String
    /// How many objects of the very entity there are, without those of subentities.
    @_spi(Tools) public let count: Int
}

/// What a file has that belongs to no entity of the model.
@_spi(Tools) public struct UnknownRows {
    /// The table.
    @_spi(Tools) public let table: String
    /// The number that stands in `Z_ENT`.
    @_spi(Tools) public let number: Int64
    /// How many rows have it.
    @_spi(Tools) public let count: Int
}

/// A table of a file.
@_spi(Tools) public struct InspectedTable {
    /// The name as the file has it, in capital letters.
    @_spi(Tools) public let name: String
    /// The columns, in their order: each with its name and declared type.
    @_spi(Tools) public let columns: [(name: String, type: String)]
}

extension StoreInspection {
    /// The entities that the store keeps, in the order of their numbers, with their objects counted.
    ///
    /// Takes as long as SQLite's own counting: of a table with one entity `count(*)`, of others a count of each `Z_ENT`.
    @_spi(Tools) public func entities() throws -> (entities: [InspectedEntity], unknown: [UnknownRows]) {
        try reading { transaction in
            var counts: [Int64: Int] = [:]
            var unknown: [UnknownRows] = []
            var seen: Set<String> = []
            for table in schema.tables where seen.insert(table.name).inserted {
                let family = schema.tables.filter { $0.name == table.name }
                let name = SQLiteName.quoted(table.name)
                transaction.connection.limitReading()
                if family.count == 1 {
                    let statement = try transaction.connection.prepare("SELECT count(*) FROM \(name)")
                    counts[table.number] = try statement.step() ? Int(statement.integer(0)) : 0
                    continue
                }
                let statement = try transaction.connection.prepare(
                    "SELECT Z_ENT, count(*) FROM \(name) GROUP BY Z_ENT")
                while try statement.step() {
                    let (number, count) = (statement.integer(0), Int(statement.integer(1)))
                    if family.contains(where: { $0.number == number }) {
                        counts[number] = count
                    } else if unknown.count < 1_000 {
                        unknown.append(UnknownRows(table: table.name, number: number, count: count))
                    }
                }
            }
            let entities = schema.tables.map { table in
                InspectedEntity(
                    entity: table.entity, number: table.number, table: table.name, count: counts[table.number] ?? 0)
            }
            return (entities, unknown)
        }
    }

    /// The tables of the file that are Core Data's, by their names.
    @_spi(Tools) public var tables: [InspectedTable] {
        file.tables.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { name, columns in
            InspectedTable(name: name, columns: columns.map { ($0.name, $0.type) })
        }
    }

    /// The entity of a name, else of a name that differs in capital letters alone; nil if there is none, or the store keeps none of its
    /// objects.
    @_spi(Tools) public func entity(named name: String) -> NSEntityDescription? {
        let kept = schema.tables.map(\.entity)
        return kept.first { $0.name == name } ?? kept.first { $0.name?.lowercased() == name.lowercased() }
    }

    /// How many bytes the file has, with what is in its log.
    @_spi(Tools) public var fileSize: Int { Int(DatabasePlace.byteCount(path)) }

    /// How the file keeps its changes: SQLite's word for the journal.
    @_spi(Tools) public func journalMode() throws -> String {
        // A look without traces is in a mode of its own: the header says it.
        DatabaseBytes(path)?.read(18, 2) == [2, 2] ? "wal" : "delete"
    }

    /// Whether the file keeps a history of its changes.
    @_spi(Tools) public var hasHistory: Bool { file.hasHistory }
}
