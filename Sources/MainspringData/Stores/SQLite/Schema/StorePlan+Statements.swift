internal import Foundation
@_spi(Tools) internal import MainspringModel

extension StorePlan {
    /// What makes the tables of a new file, in Apple's order. Metadata and the model's cache are written by others.
    var statements: [String] {
        var made: [String] = []
        let joinsByTable = Dictionary(grouping: joins) { ObjectIdentifier($0.first.entity.rootEntity) }
        for table in tables {
            made.append(Self.statement(table))
            for join in joinsByTable[ObjectIdentifier(table.root)] ?? [] { made.append(Self.statement(join)) }
        }
        for table in tables {
            made += IndexPlan.keys(table).map(Self.statement)
            for join in joinsByTable[ObjectIdentifier(table.root)] ?? [] { made.append(Self.indexStatement(join)) }
            made += IndexPlan.asked(table, numbers).map(Self.statement)
        }
        made += [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
        ]
        return made
    }

    /// What `Z_PRIMARYKEY` says of the entities in a new file: number, name, number of the superentity or 0.
    var primaryKeyRows: [(number: Int64, name: String, superNumber: Int64)] {
        numbers.entries.map { entry in
            (entry.number, entry.entity.name ?? "", entry.entity.superentity.flatMap { numbers[$0] } ?? 0)
        }
    }

    package static func statement(_ table: TablePlan) -> String {
        let columns =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
            + table.columns.map { "\(written($0.name)) \($0.type.rawValue)" }
        return "CREATE TABLE \(written(table.name)) ( \(columns.joined(separator: ", ")) )"
    }

    package static func statement(_ join: JoinPlan) -> String {
        let (first, second) = (written(join.first.ownColumn), written(join.second.ownColumn))
        let columns =
            [first, second] + [join.first.orderColumn, join.second.orderColumn].compactMap { $0.map(written) }
        let declared = columns.map { "\($0) INTEGER" }.joined(separator: ", ")
        return "CREATE TABLE \(written(join.name)) ( \(declared), PRIMARY KEY (\(first), \(second)) )"
    }

    static func indexStatement(_ join: JoinPlan) -> String {
        let (first, second) = (join.first.ownColumn, join.second.ownColumn)
        let name = written("\(join.name)_\(second)_INDEX")
        return "CREATE INDEX \(name) ON \(written(join.name)) (\(written(second)), \(written(first)))"
    }

    package static func statement(_ index: IndexPlan) -> String {
        let columns = index.columns.map { written($0.name) + $0.order }.joined(separator: ", ")
        let numbers = index.entityNumbers.map(String.init).joined(separator: ", ")
        return
            "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(written(index.name)) ON \(written(index.table)) (\(columns))"
            + (numbers.isEmpty ? "" : " WHERE Z_ENT IN (\(numbers))")
    }

    /// A name as Apple writes it: without quotation marks where none are needed. All of them begin with a Z, as no word of
    /// SQL does.
    static func written(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain ? name : SQLiteName.quoted(name)
    }
}
