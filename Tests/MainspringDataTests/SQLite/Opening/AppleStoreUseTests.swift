import Foundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// Stores of Apple's are worked on: what comes out is what SQLite says by itself, and they stay what they were.
@Suite(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
struct AppleStoreUseTests {
    private let scratch = Scratch()

    private func copy(_ store: AppleStores.Store) throws -> URL {
        let url = scratch.url(store.url.lastPathComponent)
        try store.copy(to: url)
        return url
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// What a value is in words, as SQLite would say it.
    private static func words(_ value: Any?, _ attribute: NSAttributeDescription) -> String {
        switch (value, attribute.attributeType) {
        case (nil, _): "NULL"
        case (let value as String, _): value
        case (let value as Bool, .booleanAttributeType): value ? "1" : "0"
        case (let value as NSNumber, .integer16AttributeType), (let value as NSNumber, .integer32AttributeType),
            (let value as NSNumber, .integer64AttributeType):
            String(value.int64Value)
        case (let value as NSNumber, _): String(value.doubleValue.bitPattern)
        case (let value as Date, _): String(value.timeIntervalSinceReferenceDate.bitPattern)
        case (let value as UUID, _): withUnsafeBytes(of: value.uuid) { Data($0).base64EncodedString() }
        case (let value as Data, _): value.base64EncodedString()
        case (let value as URL, _): value.absoluteString
        default: "?"
        }
    }

    private static func words(_ statement: SQLiteStatement, _ attribute: NSAttributeDescription) -> String {
        guard !statement.isNull(0) else { return "NULL" }
        switch attribute.attributeType {
        case .stringAttributeType, .URIAttributeType: return statement.string(0)
        case .booleanAttributeType: return statement.integer(0) != 0 ? "1" : "0"
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return String(statement.integer(0))
        case .floatAttributeType: return String(Double(Float(statement.double(0))).bitPattern)
        case .doubleAttributeType, .dateAttributeType, .decimalAttributeType:
            return String(statement.double(0).bitPattern)
        case .binaryDataAttributeType, .UUIDAttributeType: return statement.data(0).base64EncodedString()
        default: return "?"
        }
    }

    @Test(arguments: AppleStores.all)
    func `Objects, values and relationships of Apple's stores are those that SQLite says`(
        _ store: AppleStores.Store
    ) async throws {
        let url = try copy(store)
        let (coordinator, opened) = try Fixture.open(
            url, store.model(), options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
        let schema = try #require(opened.opened?.schema)
        let context = context(coordinator)
        let connection = try SQLiteConnection(path: store.url.path, access: .immutable)
        defer { connection.close() }
        try await context.perform {
            for table in schema.tables {
                let numbers = table.familyNumbers.map(String.init).joined(separator: ",")
                let keys = try connection.prepare(
                    "SELECT Z_PK FROM \(table.name) WHERE Z_ENT IN (\(numbers)) ORDER BY Z_PK")
                var wanted: [Int64] = []
                while try keys.step() { wanted.append(keys.integer(0)) }
                let request = NSFetchRequest<NSManagedObject>(entityName: table.entity.name ?? "")
                let objects = try context.fetch(request)
                #expect(objects.map(\.objectID.key.key).sorted() == wanted, "\(table.name)")
                for object in objects where object.entity === table.entity {
                    try check(object, table, connection)
                }
            }
        }
    }

    private func check(_ object: NSManagedObject, _ table: EntityTable, _ connection: SQLiteConnection) throws {
        let key = object.objectID.key.key
        for column in table.columns {
            let property = table.entity.slots[Int(column.place.slot)]
            let row = try connection.cached(
                "SELECT \(SQLiteName.quoted(column.name)) FROM \(table.name) WHERE Z_PK = \(key)")
            defer { row.reset() }
            #expect(try row.step())
            switch property {
            case let attribute as NSAttributeDescription where attribute.attributeType != .transformableAttributeType:
                let found = Self.words(object.value(forKey: attribute.name), attribute)
                #expect(found == Self.words(row, attribute), "\(table.name) \(column.name) \(key)")
            case is NSRelationshipDescription:
                let found = (object.value(forKey: property.name) as? NSManagedObject)?.objectID.key.key
                #expect(found == (row.isNull(0) ? nil : row.integer(0)), "\(table.name) \(column.name) \(key)")
            default: break
            }
        }
        for members in table.memberTables {
            let query =
                switch members.source {
                case .column(let column): "SELECT Z_PK FROM \(column.table) WHERE \(column.name) = \(key)"
                case .join(let join, let isFirst):
                    "SELECT \(join.ends(isFirst: isFirst).other.ownColumn) FROM \(join.name) WHERE \(join.ends(isFirst: isFirst).own.ownColumn) = \(key)"
                }
            let rows = try connection.prepare(query)
            var wanted: Set<Int64> = []
            while try rows.step() { wanted.insert(rows.integer(0)) }
            let value = object.value(forKey: table.entity.slots[members.slot].name)
            let found = (value as? NSSet).map { $0.allObjects } ?? (value as? NSOrderedSet)?.array ?? []
            #expect(Set(found.compactMap { ($0 as? NSManagedObject)?.objectID.key.key }) == wanted, "\(query)")
        }
    }

    @Test(arguments: AppleStores.all.filter { !$0.path.contains("knowledgec") })
    func `A store of Apple's is saved into, and its tables, metadata and model stay`(
        _ store: AppleStores.Store
    ) async throws {
        let url = try copy(store)
        let before = try (
            Fixture.schema(url), MetadataTable.values(url), Fixture.rows(url, "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY")
        )
        let (coordinator, opened) = try Fixture.open(url, store.model())
        let schema = try #require(opened.opened?.schema)
        let context = context(coordinator)
        let concrete = schema.tables.filter { !$0.entity.isAbstract }
        let made = try await context.perform {
            var made: [NSManagedObject] = []
            for table in concrete {
                let object = NSEntityDescription.insertNewObject(
                    forEntityName: table.entity.name ?? "", into: context)
                for attribute in table.entity.attributesByName.values
                where object.value(forKey: attribute.name) == nil || attribute.attributeType == .stringAttributeType {
                    if let value = Self.value(attribute) { object.setValue(value, forKey: attribute.name) }
                }
                made.append(object)
            }
            for object in made {
                for relationship in object.entity.relationshipsByName.values where !relationship.isOptional {
                    let other = try #require(
                        made.first { $0.entity.isKindOf(entity: relationship.destinationEntity ?? $0.entity) })
                    object.setValue(relationship.isToMany ? NSSet(object: other) : other, forKey: relationship.name)
                }
            }
            try context.save()
            for object in made {
                for attribute in object.entity.attributesByName.values
                where attribute.attributeType == .stringAttributeType {
                    object.setValue("changed \(object.entity.name ?? "") \(attribute.name)", forKey: attribute.name)
                }
            }
            try context.save()
            return made.map { $0.objectID.key.key }
        }
        try coordinator.remove(opened)
        let again = try Fixture.open(url, store.model())
        let second = self.context(again.coordinator)
        try await second.perform {
            for (table, key) in zip(concrete, made) {
                let model = again.coordinator.managedObjectModel
                let request = NSFetchRequest<NSManagedObject>(entityName: table.entity.name ?? "")
                request.includesSubentities = false
                let object = try #require(try second.fetch(request).first { $0.objectID.key.key == key })
                #expect(model.entitiesByName[table.entity.name ?? ""] === object.entity)
                for attribute in object.entity.attributesByName.values
                where attribute.attributeType == .stringAttributeType {
                    #expect(
                        object.value(forKey: attribute.name) as? String
                            == "changed \(object.entity.name ?? "") \(attribute.name)")
                }
                second.delete(object)
            }
            try second.save()
        }
        try again.coordinator.remove(again.store)
        #expect(scratch.names == [url.lastPathComponent])
        #expect(try Fixture.schema(url) == before.0)
        #expect(try MetadataTable.values(url) == before.1)
        #expect(try Fixture.rows(url, "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") == before.2)
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
        for table in Set(schema.tables.map(\.name)) {
            let count = "SELECT COUNT(*) FROM \(table)"
            #expect(try Fixture.rows(url, count) == Fixture.rows(try copyAgain(store), count))
        }
    }

    private func copyAgain(_ store: AppleStores.Store) throws -> URL {
        let url = scratch.url("again-" + store.url.lastPathComponent)
        if !FileManager.default.fileExists(atPath: url.path) {
            try store.copy(to: url)
        }
        return url
    }

    private static func value(_ attribute: NSAttributeDescription) -> Any? {
        switch attribute.attributeType {
        case .stringAttributeType: UUID().uuidString
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: 7
        case .booleanAttributeType: true
        case .doubleAttributeType, .floatAttributeType: 0.5
        case .decimalAttributeType: NSDecimalNumber(string: "1.25")
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: 1.5)
        case .binaryDataAttributeType: Data([1, 2, 3])
        case .UUIDAttributeType: UUID()
        case .transformableAttributeType: attribute.isOptional ? nil : "word"
        case .URIAttributeType: URL(string: "https://example.org/")
        default: nil
        }
    }
}
