import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import SeededRandom

@testable import MainspringData

/// A value as plain Swift has it.
enum WorldValue: Hashable {
    case none
    case integer(Int64)
    case real(Double)
    case text(String)
    /// In seconds since 2001.
    case date(Double)
    case uuid(UUID)
    case url(String)
    case data(Data)

    /// The value as a program gives it.
    var object: Any? {
        switch self {
        case .none: nil
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .text(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .uuid(let uuid): uuid
        case .url(let text): URL(string: text)
        case .data(let data): data
        }
    }
}

/// An object as plain Swift has it.
final class WorldObject {
    let entity: NSEntityDescription
    let key: Int64
    var values: [String: WorldValue] = [:]
    var ones: [String: WorldObject] = [:]
    var manys: [String: [WorldObject]] = [:]

    init(_ entity: NSEntityDescription, key: Int64) { (self.entity, self.key) = (entity, key) }
}

/// Entities with all kinds of attributes and relationships, in variants; the same objects in plain Swift, in a store in
/// memory, and in tables.
///
/// Item (Tool, Drill, Screw inherit) n—1 Owner (Firm inherits), Item n—n Tag, Item 1—n Item (`parent`, `children`), Owner 1—n
/// Owner (`boss`, `staff`).
final class QueryWorld {
    let model: NSManagedObjectModel
    let entities: [String: NSEntityDescription]
    let coordinator: NSPersistentStoreCoordinator
    let schema: StoreSchema
    let connection: SQLiteConnection
    let store: NSPersistentStore
    private(set) var objects: [WorldObject] = []
    private(set) var managed: [NSManagedObject] = []
    let context: NSManagedObjectContext

    static let attributes: [(String, NSAttributeType)] = [
        ("short", .integer16AttributeType), ("number", .integer32AttributeType), ("long", .integer64AttributeType),
        ("flag", .booleanAttributeType), ("real", .doubleAttributeType), ("single", .floatAttributeType),
        ("price", .decimalAttributeType), ("name", .stringAttributeType), ("born", .dateAttributeType),
        ("code", .UUIDAttributeType), ("page", .URIAttributeType), ("bytes", .binaryDataAttributeType),
    ]

    /// - Parameter random: chooses who inherits, what is ordered, and all values; so many objects of each root.
    init(_ random: inout SeededGenerator, count: Int = 24) throws {
        let names = ["Item", "Tool", "Drill", "Screw", "Owner", "Firm", "Tag"]
        let entities = Dictionary(uniqueKeysWithValues: names.map { ($0, Part.entity($0)) })
        self.entities = entities
        entities["Item"]!.properties = Self.attributes.map { Part.attribute($0.0, $0.1) }
        entities["Tool"]!.properties = [Part.attribute("watts", .integer32AttributeType)]
        entities["Screw"]!.properties = [Part.attribute("watts", .stringAttributeType)]
        for name in ["Owner", "Tag"] {
            entities[name]!.properties = [
                Part.attribute("name", .stringAttributeType), Part.attribute("number", .integer32AttributeType),
            ]
        }
        let isOrdered = Bool.random(using: &random)
        Self.link(entities, "Item", "owner", false, "Owner", "items", true, isOrdered: isOrdered)
        Self.link(entities, "Item", "tags", true, "Tag", "items", true, isOrdered: isOrdered)
        Self.link(entities, "Item", "parent", false, "Item", "children", true, isOrdered: isOrdered)
        Self.link(entities, "Owner", "boss", false, "Owner", "staff", true, isOrdered: false)
        let isDeep = Bool.random(using: &random)
        entities["Item"]!.subentities = [entities["Tool"]!, entities["Screw"]!] + (isDeep ? [] : [entities["Drill"]!])
        if isDeep { entities["Tool"]!.subentities = [entities["Drill"]!] }
        if Bool.random(using: &random) { entities["Owner"]!.subentities = [entities["Firm"]!] }
        let index = NSFetchIndexDescription(
            name: "byNumber",
            elements: [
                NSFetchIndexElementDescription(
                    property: entities["Item"]!.propertiesByName["number"]!, collationType: .binary)
            ])
        entities["Item"]!.indexes = [index]
        model = Part.model(names.map { entities[$0]! })
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        store = try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        let plan = StorePlan(model, EntityNumbers(numbering: model.entities))
        schema = plan.schema(coordinator.roots)
        connection = try SQLiteConnection(path: ":memory:", access: .create)
        for statement in plan.statements { try connection.execute(statement) }
        for function in QueryFunctions.all { try connection.add(function) }
        for collation in QueryFunctions.collations { try connection.add(collation) }
        if count > 0 { try fill(&random, count) }
    }

    deinit { connection.close() }

    private static func link(
        _ entities: [String: NSEntityDescription], _ from: String, _ name: String, _ isToMany: Bool, _ to: String,
        _ back: String, _ isBackToMany: Bool, isOrdered: Bool
    ) {
        let there = Part.relationship(
            name, to: entities[to]!, isToMany: isToMany, isOrdered: isOrdered && isToMany)
        let here = Part.relationship(
            back, to: entities[from]!, isToMany: isBackToMany, isOrdered: isOrdered && isBackToMany)
        (there.isOptional, here.isOptional) = (true, true)
        (there.inverseRelationship, here.inverseRelationship) = (here, there)
        entities[from]!.properties.append(there)
        entities[to]!.properties.append(here)
    }

    // MARK: Objects

    static let texts = [
        "a", "b", "ab", "Ab", "AB", "aB c", "Äb", "a\u{308}b", "é", "zebra", "", "o'b\"; --", "a*b", "10", "9",
    ]

    static func value(_ type: NSAttributeType, _ random: inout SeededGenerator) -> WorldValue {
        if Int.random(in: 0..<5, using: &random) == 0 { return .none }
        switch type {
        case .integer16AttributeType, .integer32AttributeType:
            return .integer(Int64.random(in: -4...4, using: &random))
        case .integer64AttributeType:
            let wide: [Int64] = [.max, .max - 1, .min, 1 << 53, (1 << 53) + 1, 0, -1]
            return .integer(wide.randomElement(using: &random)!)
        case .booleanAttributeType: return .integer(Bool.random(using: &random) ? 1 : 0)
        case .doubleAttributeType:
            return .real([-1.5, 0, 0.25, 2, 9e15, -.infinity, .infinity].randomElement(using: &random)!)
        case .floatAttributeType, .decimalAttributeType:
            return .real(Double(Int.random(in: -8...8, using: &random)) / 4)
        case .stringAttributeType: return .text(texts.randomElement(using: &random)!)
        case .dateAttributeType:
            return .date([-4e9, -0.5, 0, 1, 2.5, 3e11].randomElement(using: &random)!)
        case .UUIDAttributeType:
            return .uuid(
                UUID(uuid: (UInt8.random(in: 0...2, using: &random), 0, 0, 0, 0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 200)))
        case .URIAttributeType: return .url(["https://a.b/c", "x:y"].randomElement(using: &random)!)
        default: return .data([Data(), Data([0]), Data([1, 2])].randomElement(using: &random)!)
        }
    }

    private func fill(_ random: inout SeededGenerator, _ count: Int) throws {
        let made = ["Item", "Item", "Tool", "Drill", "Screw", "Owner", "Owner", "Firm", "Tag", "Tag"]
        var drafts: [(NSManagedObject, WorldObject)] = []
        for _ in 0..<count * 2 {
            let entity = entities[made.randomElement(using: &random)!]!
            let object = NSManagedObject(entity: entity, insertInto: context)
            drafts.append((object, WorldObject(entity, key: 0)))
        }
        try context.obtainPermanentIDs(for: drafts.map(\.0))
        for (object, draft) in drafts {
            let plain = WorldObject(draft.entity, key: object.objectID.key.key)
            for case let attribute as NSAttributeDescription in plain.entity.slots {
                let value = Self.value(attribute.attributeType, &random)
                plain.values[attribute.name] = value
                object.setValue(value.object, forKey: attribute.name)
            }
            objects.append(plain)
            managed.append(object)
        }
        try relate(&random)
        try context.save()
        try write()
    }

    private func indices(_ name: String) -> [Int] {
        objects.indices.filter { objects[$0].entity.isKindOf(entity: entities[name]!) }
    }

    private func relate(_ random: inout SeededGenerator) throws {
        for (source, name, destination, back) in [
            ("Item", "owner", "Owner", "items"), ("Item", "parent", "Item", "children"),
            ("Owner", "boss", "Owner", "staff"),
        ] {
            for index in indices(source) {
                guard Int.random(in: 0..<4, using: &random) > 0,
                    let other = indices(destination).randomElement(using: &random)
                else { continue }
                objects[index].ones[name] = objects[other]
                objects[other].manys[back, default: []].append(objects[index])
                managed[index].setValue(managed[other], forKey: name)
            }
        }
        for index in indices("Item") {
            let others = indices("Tag").shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            for other in others {
                objects[index].manys["tags", default: []].append(objects[other])
                objects[other].manys["items", default: []].append(objects[index])
                if entities["Item"]!.relationshipsByName["tags"]!.isOrdered {
                    managed[index].mutableOrderedSetValue(forKey: "tags").add(managed[other])
                } else {
                    managed[index].mutableSetValue(forKey: "tags").add(managed[other])
                }
            }
        }
    }

    /// The managed object of a plain one.
    func managed(_ object: WorldObject) -> NSManagedObject { managed[objects.firstIndex { $0 === object }!] }

    // MARK: Tables

    private func write() throws {
        for object in objects {
            let table = schema.table(of: object.entity)!
            var names = ["Z_PK", "Z_ENT", "Z_OPT"]
            var values: [SQLiteValue] = [.integer(object.key), .integer(table.number), .integer(1)]
            for column in table.columns {
                let property = object.entity.slots[Int(column.place.slot)]
                if case .reference(let reference) = column.form {
                    let other = object.ones[property.name]
                    names.append(column.name)
                    values.append(other.map { .integer($0.key) } ?? .null)
                    if let name = reference.entityColumn {
                        names.append(name)
                        values.append(other.map { .integer(schema.table(of: $0.entity)!.number) } ?? .null)
                    }
                    if let name = reference.orderColumn, let other {
                        let back = (property as! NSRelationshipDescription).inverseRelationship!.name
                        names.append(name)
                        values.append(.integer(Int64(other.manys[back]!.firstIndex { $0 === object }!) * 1024))
                    }
                } else {
                    names.append(column.name)
                    values.append(Self.stored(object.values[property.name]!))
                }
            }
            try insert(table.name, names, values)
        }
        for join in schema.joins {
            for object in objects where object.entity.isKindOf(entity: join.first.relationship.entity) {
                for (place, other) in (object.manys[join.first.relationship.name] ?? []).enumerated() {
                    var names = [join.first.ownColumn, join.second.ownColumn]
                    var values: [SQLiteValue] = [.integer(object.key), .integer(other.key)]
                    if let name = join.first.orderColumn {
                        names.append(name)
                        values.append(.integer(Int64(place) * 1024))
                    }
                    try insert(join.name, names, values)
                }
            }
        }
    }

    static func stored(_ value: WorldValue) -> SQLiteValue {
        switch value {
        case .none: .null
        case .integer(let number): .integer(number)
        case .real(let number), .date(let number): .real(number)
        case .text(let text), .url(let text): .text(text)
        case .uuid(let uuid): QueryConstant.bytes(uuid)
        case .data(let data): .blob(data)
        }
    }

    func insert(_ table: String, _ names: [String], _ values: [SQLiteValue]) throws {
        let list = names.map(SQLiteName.quoted).joined(separator: ", ")
        let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
        let statement = try connection.prepare("INSERT INTO \(SQLiteName.quoted(table)) (\(list)) VALUES (\(marks))")
        try statement.bind(values)
        try statement.run()
    }

    // MARK: Asking

    func request(_ entity: String, _ format: String? = nil, _ arguments: [Any?] = []) -> FetchRequestDescription {
        let request = FetchRequestDescription(entityName: entity)
        request.entity = entities[entity]
        request.predicate = format.map {
            MainspringFoundation.NSPredicate(format: $0, argumentArray: arguments.map { $0 ?? NSNull() })
        }
        return request
    }

    func query(
        _ request: FetchRequestDescription, _ want: StoreQuery.Want = .keys,
        where conditions: [StoreQuery.Condition] = []
    ) throws -> StoreQuery {
        try StoreQuery.make(
            request, entity: request.entity!, schema: schema, store: store.number, selecting: want, where: conditions)
    }

    /// All rows that a query gives.
    func rows(_ query: StoreQuery) throws -> [[SQLiteValue]] {
        let statement = try connection.prepare(query.sql)
        try statement.bind(query.bindings)
        var rows: [[SQLiteValue]] = []
        while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
        return rows
    }

    /// The keys that come out of a request, in their order: one for each row of SQLite's.
    func keys(_ request: FetchRequestDescription) throws -> [Int64] {
        try rows(query(request)).map { row in if case .integer(let key) = row[1] { key } else { -1 } }
    }

    /// The keys that come out of the store in memory.
    func keysInMemory(_ request: FetchRequestDescription) throws -> [Int64] {
        try store.service.identities(for: request, entity: request.entity!, for: nil).map(\.key.key)
    }

    /// How SQLite finds the rows.
    func plan(_ query: StoreQuery) throws -> String {
        let statement = try connection.prepare("EXPLAIN QUERY PLAN \(query.sql)")
        try statement.bind(query.bindings)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.string(3)) }
        return lines.joined(separator: "; ")
    }
}
