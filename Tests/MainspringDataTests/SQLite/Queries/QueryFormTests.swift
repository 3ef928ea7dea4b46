import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// The forms that the article “Predicates in SQLite” says are SQL, and where SQL and memory differ.
@Suite struct QueryFormTests {
    let world: QueryWorld

    init() throws {
        var random = SeededGenerator(seed: 5)
        world = try QueryWorld(&random, count: 60)
    }

    private var items: [NSManagedObject] {
        world.managed.filter { $0.entity.isKindOf(entity: world.entities["Item"]!) }
    }

    // MARK: SQL

    @Test(arguments: [
        "born BETWEEN {CAST(0, 'NSDate'), CAST(3, 'NSDate')}", "born >= CAST(1, 'NSDate')", "name BETWEEN {'AA', 'Ac'}",
        "price BETWEEN {-1, 1.5}", "real BETWEEN {0, 2}", "long BETWEEN {0, 9007199254740993}",
        "name ==[d] 'Ab' AND name != nil", "name >=[c] 'ab'", "name BETWEEN[c] {'A', 'ab'}",
        "name IN[c] {'AB', 'ZEBRA'}",
        "name BEGINSWITH[n] 'a'", "name ENDSWITH[c] 'B'", "name CONTAINS[d] 'A'", "name MATCHES[c] 'A.*'",
        "name BEGINSWITH owner.name", "number IN {short, 3}", "SOME tags.number > 1",
        "NONE children.tags.number > 1", "ALL tags.number > 0", "ANY owner.items.tags.number == 2",
        "ANY children.@unionOfObjects.parent == SELF",
        "SELF IN children.@distinctUnionOfObjects.parent",
        "count:(tags.@distinctUnionOfObjects.objectID) == 2", "count:(children.@unionOfObjects.objectID) > 0",
        "SUBQUERY(children, $c, $c.number > 0).@max.number > 1", "SUBQUERY(tags, $t, $t.number > 0).@sum.number > 2",
        "SUBQUERY(children, $c, $c.number != nil).@min.number < 0",
        "SUBQUERY(tags, $t, $t.number > 0).@count == 2", "ANY SUBQUERY(tags, $t, $t.number > 0).number == 2",
        "tags.@avg.number > 0", "tags.@min.number < 0", "min:(tags.number) < 0", "average:(tags.number) > 0",
        "owner.entity.name IN {'Owner', 'Firm'}", "entity.name != 'Item'", "SELF == parent OR SELF.number == 1",
        "objectID == objectID", "owner == parent.owner AND owner != nil", "owner IN parent.owner.items.owner",
        "number ^ 1 == 3 AND number != nil", "(number >> 1) == 1", "~number == -3",
        "number - 1 > -short AND short != nil",
        "modulus:by:(number, 3) == 1", "ceiling(price) == 1", "floor(price) == 1", "trunc(price) == 1 AND price != 1",
        "ln(number) > 1 AND number > 0", "log(number) > 0.4 AND number > 0", "exp(number) > 3 AND number != nil",
        "raise(number, 2) == 9", "sqrt(number) == 2 AND number > 0", "abs(price) > 1",
        "canonical:(name) == 'ab'", "lowercase(name) BEGINSWITH 'z'", "length(bytes) == 2",
        "max({1, 2}) == number", "'AB' == uppercase('ab') AND number == 1", "born < now() AND born != nil",
        "CAST(number, 'NSDecimalNumber') == 2", "CAST(name, 'NSString') == 'ab'", "noindex:(name) BEGINSWITH 'z'",
        "TERNARY(flag == YES, number, short) == 2", "TERNARY(flag == YES, born, nil) != nil",
        "owner.name != name AND name != nil AND owner.name != nil",
    ])
    func `A form that is SQL finds what it finds in memory, and no other row leaves SQLite`(_ format: String) throws {
        let request = world.request("Item", format)
        let (sql, memory) = (try world.keys(request), try world.keysInMemory(request))
        #expect(sql.sorted() == memory.sorted())
        // It would say nothing of none, or of all.
        #expect(!sql.isEmpty && (sql.count < 60 || format.hasPrefix("objectID")), "\(sql.count)")
    }

    @Test(
        arguments: [
            ("bytes IN {%@}", Data([1, 2])), ("bytes != %@ AND bytes != nil", Data([0])),
            ("code <= %@", UUID(uuid: (1, 0, 0, 0, 0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 200))),
            ("code IN {%@}", UUID(uuid: (1, 0, 0, 0, 0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 200))),
            ("page IN {%@}", URL(string: "x:y")!),
        ] as [(String, any Sendable)])
    func `Values without a form of their own are found by arguments`(_ format: String, _ value: any Sendable) throws {
        let request = world.request("Item", format, [value])
        let sql = try world.keys(request)
        #expect(try sql.sorted() == world.keysInMemory(request).sorted())
        #expect(!sql.isEmpty && sql.count < 60)
    }

    @Test(
        arguments: [
            ("number", "caseInsensitiveCompare:"), ("born", "localizedStandardCompare:"), ("page", "localizedCompare:"),
            ("tags.@count", "compare:"), ("children.@sum.number", "compare:"), ("owner", "compare:"),
            ("self", "compare:"), ("owner.boss.number", "compare:"), ("bytes", "compare:"), ("code", "compare:"),
        ], [true, false])
    func `An order that is SQL gives all objects in it, and those that it leaves open by their keys`(
        _ order: (key: String, selector: String), _ isAscending: Bool
    ) throws {
        func keys(_ isAscending: Bool, _ name: String) throws -> [Int64] {
            let request = world.request("Item")
            request.sortDescriptors = [
                NSSortDescriptor(key: name, ascending: isAscending, selector: Selector(order.selector))
            ]
            return try world.keys(request)
        }
        let objects = Dictionary(uniqueKeysWithValues: items.map { ($0.objectID.key.key, $0) })
        let found = try keys(isAscending, order.key)
        func value(_ key: Int64) -> Any? {
            order.key == "self" ? objects[key] : objects[key]?.value(forKeyPath: order.key)
        }
        func number(_ key: Int64) -> SQLiteValue? {
            guard let value = value(key) else { return nil }
            if let object = value as? NSManagedObject { return .integer(object.objectID.key.key) }
            return QueryConstant(value, like: nil)?.value
        }
        #expect(found.sorted() == objects.keys.sorted())
        for (first, second) in zip(found, found.dropFirst()) {
            let statement = try world.connection.prepare("SELECT ? < ?, ? = ?")
            let (left, right) = (number(first), number(second))
            switch (left, right) {
            case (nil, nil): #expect(first < second)
            case (nil, _): #expect(isAscending)
            case (_, nil): #expect(!isAscending)
            case (let left?, let right?):
                try statement.bind([left, right, left, right])
                _ = try statement.step()
                let isLess = statement.integer(0) == 1
                if statement.integer(1) == 1 { #expect(first < second) } else { #expect(isLess == isAscending) }
            }
        }
    }

    // MARK: Differences

    /// A predicate about people, and who answers it: nil for who has an error.
    struct Difference: CustomTestStringConvertible, Sendable {
        let format: String
        var argument: (any Sendable)?
        let sql: [String]?
        let memory: [String]?

        init(_ format: String, _ argument: (any Sendable)? = nil, sql: [String]?, memory: [String]?) {
            (self.format, self.argument, self.sql, self.memory) = (format, argument, sql, memory)
        }

        var testDescription: String { format }
    }

    @Test(arguments: [
        Difference("nick != 'a'", sql: ["Boris"], memory: ["Boris", "Carla"]),
        Difference("NOT nick == 'a'", sql: ["Boris"], memory: ["Boris", "Carla"]),
        Difference("NOT nick < 'b'", sql: ["Boris"], memory: ["Boris", "Carla"]),
        Difference("weight == boss.weight", sql: [], memory: ["Anna", "Carla"]),
        Difference("nick IN %@", [NSNull()], sql: [], memory: ["Carla"]),
        Difference("nick > 'z'", sql: ["Boris"], memory: []),
        Difference("nick BEGINSWITH '\u{E9}'", sql: ["Boris"], memory: ["Boris"]),
        Difference("spelt BEGINSWITH 'e'", sql: ["Boris"], memory: []),
        Difference("reports.@avg.age == 0", sql: [], memory: ["Boris", "Carla"]),
        Difference("average:(reports.age) == nil", sql: ["Boris", "Carla"], memory: ["Boris", "Carla"]),
        Difference("reports.@avg.weight == 2", sql: ["Anna"], memory: []),
        Difference("average:(reports.weight) == 2", sql: ["Anna"], memory: ["Anna"]),
        Difference("ANY reports.@unionOfObjects.weight == 2", sql: ["Anna"], memory: nil),
        Difference("count:(reports.@distinctUnionOfObjects.weight) == 1", sql: ["Anna"], memory: nil),
        Difference("boss.reports.@count == 0", sql: ["Anna"], memory: []),
        Difference("boss.reports.@sum.age == 0", sql: ["Anna"], memory: []),
        Difference("price == %@", Decimal(string: "0.1000000000000000000001")!, sql: ["Anna"], memory: []),
        Difference("price == %@", Decimal(string: "1000000000000000001")!, sql: ["Boris"], memory: ["Boris"]),
        Difference("age / 0 == 1", sql: [], memory: nil),
        Difference("age / 0 == nil", sql: ["Anna", "Boris", "Carla"], memory: nil),
        Difference("age == '30'", sql: ["Anna"], memory: []), Difference("age == 'thirty'", sql: nil, memory: []),
        Difference("born == 86400", sql: ["Anna"], memory: []),
        Difference("code == '00000000-0000-0000-0000-000000000001'", sql: ["Anna"], memory: []),
        Difference("page == 'x:y'", sql: ["Anna"], memory: []), Difference("page > 'x'", sql: ["Anna"], memory: nil),
        Difference("page > %@", URL(string: "i:j")!, sql: ["Anna"], memory: nil),
        Difference("length(page) == 3", sql: ["Anna"], memory: nil),
        Difference("bytes < %@", Data([2]), sql: ["Anna"], memory: nil),
        Difference("nick == 5", sql: nil, memory: []), Difference("nick == age", sql: nil, memory: []),
        Difference("born == nick", sql: nil, memory: ["Carla"]),
    ])
    func `Where SQL and memory differ, each has its own rule`(_ difference: Difference) throws {
        for (kind, expected) in [
            (NSPersistentStore.StoreType.sqlite, difference.sql), (.inMemory, difference.memory),
        ] {
            let context = try people(kind)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = MainspringFoundation.NSPredicate(
                format: difference.format, argumentArray: difference.argument.map { [$0] })
            let found = try? context.fetch(request).map(\.title).sorted()
            #expect(found == expected, "\(kind.rawValue)")
        }
    }

    /// Anna, whose reports are Boris and Carla.
    private func people(_ kind: NSPersistentStore.StoreType) throws -> NSManagedObjectContext {
        let company = Company(kind: kind) { _, entities in
            entities["Person"]!.properties += [
                Part.attribute("spelt", .stringAttributeType), Part.attribute("bytes", .binaryDataAttributeType),
                Part.attribute("nick", .stringAttributeType), Part.attribute("weight", .doubleAttributeType),
                Part.attribute("price", .decimalAttributeType), Part.attribute("born", .dateAttributeType),
                Part.attribute("code", .UUIDAttributeType), Part.attribute("page", .URIAttributeType),
            ]
        }
        let context = company.context()
        let (anna, boris, carla) = (
            company.make("Person", "Anna", in: context), company.make("Person", "Boris", in: context),
            company.make("Person", "Carla", in: context)
        )
        anna.setValuesForKeys([
            "nick": "a", "age": 30, "price": NSDecimalNumber(string: "0.1"),
            "born": Date(timeIntervalSinceReferenceDate: 86_400), "page": URL(string: "x:y")!,
            "bytes": Data([1]), "code": UUID(uuidString: "00000000-0000-0000-0000-000000000001")!,
        ])
        boris.setValuesForKeys([
            "nick": "\u{E9}", "spelt": "e\u{301}", "boss": anna, "weight": 2.0, "age": 5,
            "price": NSDecimalNumber(string: "1000000000000000001"),
        ])
        carla["boss"] = anna
        try context.save()
        context.reset()
        return context
    }
}
