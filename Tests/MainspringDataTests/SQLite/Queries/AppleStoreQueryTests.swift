import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// Queries to stores that Apple's framework wrote, and what SQLite itself says.
@Suite(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
struct AppleStoreQueryTests {
    /// A store that is open, read only.
    private struct Opened {
        let model: NSManagedObjectModel
        let connection: SQLiteConnection
        let schema: StoreSchema

        init(_ store: AppleStores.Store) throws {
            model = try store.model()
            model.freeze()
            connection = try SQLiteConnection(path: store.url.path, access: .immutable)
            for function in QueryFunctions.all { try connection.add(function) }
            for collation in QueryFunctions.collations { try connection.add(collation) }
            schema = try StorePlan(model, model.entities, in: FileTables(connection)).schema(RootNumbers(model))
        }

        func count(_ sql: String) throws -> Int64 {
            guard case .integer(let count)? = try connection.value(sql) else { return -1 }
            return count
        }

        func count(_ query: StoreQuery) throws -> Int64 {
            let statement = try connection.prepare(query.sql)
            try statement.bind(query.bindings)
            if case .count = query.selection { return try statement.step() ? statement.integer(0) : -1 }
            var count: Int64 = 0
            while try statement.step() { count += 1 }
            return count
        }

        func query(
            _ entity: NSEntityDescription, _ predicate: String? = nil, _ want: StoreQuery.Want = .count,
            sortedBy key: String? = nil
        ) throws -> StoreQuery {
            let request = FetchRequestDescription(entityName: entity.name ?? "")
            request.entity = entity
            request.predicate = predicate.map { MainspringFoundation.NSPredicate(format: $0) }
            request.sortDescriptors = key.map { [MainspringFoundation.NSSortDescriptor(key: $0, ascending: false)] }
            return try StoreQuery.make(request, entity: entity, schema: schema, store: 1, selecting: want)
        }
    }

    @Test(arguments: AppleStores.all)
    func `Objects, values and members of each entity are as many as SQLite says`(_ store: AppleStores.Store) throws {
        let opened = try Opened(store)
        defer { opened.connection.close() }
        for table in opened.schema.tables {
            let name = SQLiteName.quoted(table.name)
            let family = "Z_ENT IN (\(table.familyNumbers.map(String.init).joined(separator: ", ")))"
            let all = try opened.count("SELECT COUNT(*) FROM \(name) WHERE \(family)")
            #expect(try opened.count(opened.query(table.entity)) == all, "\(table.name)")
            #expect(try opened.count(opened.query(table.entity, nil, .rows)) == all, "\(table.name)")
            for column in table.columns {
                let property = table.entity.slots[Int(column.place.slot)].name
                let set = try opened.count(
                    "SELECT COUNT(\(SQLiteName.quoted(column.name))) FROM \(name) WHERE \(family)")
                let path = "SELF.\(property)"
                #expect(
                    try opened.count(opened.query(table.entity, "\(path) != nil")) == set, "\(table.name) \(property)")
                #expect(
                    try opened.count(opened.query(table.entity, "\(path) == nil", .rows)) == all - set,
                    "\(table.name) \(property)")
                guard case .plain = column.form else { continue }
                #expect(try opened.count(opened.query(table.entity, nil, .keys, sortedBy: property)) == all)
            }
            try checkMembers(table, all, opened)
        }
    }

    private func checkMembers(_ table: EntityTable, _ all: Int64, _ opened: Opened) throws {
        let keys = try opened.connection.prepare(opened.query(table.entity, nil, .keys).sql)
        var owners: [Int64] = []
        while try keys.step() { owners.append(keys.integer(1)) }
        for members in table.memberTables {
            let name = table.entity.slots[members.slot].name
            guard let query = StoreQuery.members(of: members, owners: owners, schema: opened.schema, selecting: .rows)
            else { continue }
            let found = try opened.count(query)
            let sum = NSExpressionDescription()
            (sum.name, sum.expression) = ("sum", MainspringFoundation.NSExpression(format: "count:(\(name))"))
            let request = FetchRequestDescription(entityName: table.entity.name ?? "")
            (request.entity, request.resultType, request.propertiesToFetch) = (
                table.entity, .dictionaryResultType, [sum]
            )
            let total = try StoreQuery.make(
                request, entity: table.entity, schema: opened.schema, store: 1, selecting: .dictionaries)
            let counted = try opened.connection.value(total.sql)
            #expect(counted == .integer(found), "\(table.name) \(name)")
            let some = try opened.count(opened.query(table.entity, "\(name).@count > 0", .keys))
            let any = try opened.count(opened.query(table.entity, "ANY \(name) != nil", .keys))
            #expect(some == any && some <= all, "\(table.name) \(name)")
        }
    }
}
