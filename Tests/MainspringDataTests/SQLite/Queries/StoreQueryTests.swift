import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// What queries find, select and bind, fact by fact.
@Suite struct StoreQueryTests {
    let world: QueryWorld

    init() throws {
        var random = SeededGenerator(seed: 7)
        world = try QueryWorld(&random)
    }

    private var items: [WorldObject] {
        world.objects.filter { $0.entity.isKindOf(entity: world.entities["Item"]!) }
    }

    /// Asks SQL and the store in memory.
    private func expectSame(
        _ format: String, _ arguments: [Any?] = [], of name: String = "Item",
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let request = world.request(name, format, arguments)
        let (sql, memory) = (try world.keys(request), try world.keysInMemory(request))
        #expect(sql.sorted() == memory.sorted(), "\(format)", sourceLocation: location)
    }

    // MARK: Injection

    @Test(arguments: ["'; DROP TABLE ZITEM; --", "\" OR 1=1 --", "\u{0}x", "%_*?[", "?"])
    func `Texts stay data`(_ text: String) throws {
        let item = world.schema.table(of: world.entities["Item"]!)!
        try world.insert(
            item.name, ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME"], [.integer(9999), .integer(1), .integer(1), .text(text)])
        for format in [
            "name == %@", "name ==[c] %@", "name BEGINSWITH %@", "name CONTAINS[cd] %@", "name IN {%@, 'q'}",
        ] {
            let request = world.request("Item", format, [text])
            #expect(try world.keys(request) == [9999], "\(format)")
            #expect(try !world.query(request).sql.contains(text) || text == "?")
        }
    }

    @Test func `A request of one form has one text, whatever the values`() throws {
        func sql(_ values: [Any]) throws -> String {
            try world.query(world.request("Item", "name BEGINSWITH[c] %@ AND number > %@", values)).sql
        }
        #expect(try sql(["a", 1]) == sql(["b\"; --", 2.5]))
        func keys(_ keys: [Int64]) -> StoreQuery {
            .rows(of: world.schema.table(of: world.entities["Item"]!)!, keys: keys, schema: world.schema)
        }
        #expect(keys([1, 2]).sql == keys([3, 4, 5]).sql)
    }

    // MARK: Texts

    @Test func `The beginning of a text is compared by bytes, whether a column has it or a function makes it`() throws {
        let item = world.schema.table(of: world.entities["Item"]!)!
        for (key, text) in [(9001, "\u{E4}bc"), (9002, "a\u{308}bc")] as [(Int64, String)] {
            try world.insert(
                item.name, ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME"], [.integer(key), .integer(1), .integer(1), .text(text)])
        }
        for name in ["name", "lowercase(name)", "TERNARY(number == 12345, 'x', name)"] {
            let whole = world.request("Item", "\(name) BEGINSWITH %@", ["\u{E4}bc"])
            let parts = world.request("Item", "\(name) BEGINSWITH[n] %@", ["a\u{308}bc"])
            #expect(try (world.keys(whole), world.keys(parts)) == ([9001], [9002]), "\(name)")
        }
    }

    // MARK: Numbers

    @Test func `Integers of 64 bits are compared exactly with integers and with floating-point numbers`() throws {
        for value in [Int64.max, .max - 1, .min, (1 << 53) + 1, 1 << 53] {
            try expectSame("long == %@", [NSNumber(value: value)])
            try expectSame("long > %@", [NSNumber(value: value)])
            try expectSame("long < %@", [NSNumber(value: Double(value))])
            try expectSame("long == %@", [NSNumber(value: Double(value))])
        }
        try expectSame("long < %@", [NSNumber(value: UInt64.max)])
        try expectSame("number IN %@", [[NSNumber(value: 2), NSNumber(value: -1.0), NSNumber(value: 0.5)]])
        try expectSame("real == %@ OR real == %@", [Double.infinity, -Double.infinity])
    }

    @Test func `What is not a number is nothing in SQL`() throws {
        #expect(
            try world.keys(
                world.request("Item", "real > %@ OR real == %@ OR real < %@", [Double.nan, Double.nan, Double.nan])
            ).isEmpty)
    }

    @Test func `Sums of integers are exact as long as they are integers`() throws {
        let request = world.request("Item", "long == %@", [NSNumber(value: Int64.max - 1)])
        request.resultType = .dictionaryResultType
        let sum = NSExpressionDescription()
        (sum.name, sum.expression) = ("sum", MainspringFoundation.NSExpression(format: "sum:(long)"))
        request.propertiesToFetch = [sum]
        let count = items.count { $0.values["long"] == .integer(.max - 1) }
        let expected: SQLiteValue = count == 1 ? .integer(.max - 1) : .real(Double(Int64.max) * Double(count))
        #expect(try world.rows(world.query(request, .dictionaries)) == [[expected]])
        request.predicate = MainspringFoundation.NSPredicate(format: "long IN {9007199254740993, -9223372036854775808}")
        let exact = items.reduce(into: Int64(0)) { sum, item in
            if case .integer(let value) = item.values["long"], value == 9_007_199_254_740_993 || value == .min {
                sum &+= value
            }
        }
        if items.count(where: { $0.values["long"] == .integer(.min) }) <= 1 {
            #expect(try world.rows(world.query(request, .dictionaries)) == [[.integer(exact)]])
        }
    }

    // MARK: Constants

    @Test func `Constants are taken as columns have them`() throws {
        let number = try #require(items.first { $0.values["number"] != WorldValue.none }?.values["number"])
        let keys = items.filter { $0.values["number"] == number }.map(\.key)
        guard case .integer(let value) = number else { return }
        #expect(try world.keys(world.request("Item", "number == %@", [String(value)])).sorted() == keys.sorted())
        let born = items.filter { $0.values["born"] == .date(2.5) }.map(\.key)
        #expect(try world.keys(world.request("Item", "born == %@", [2.5])).sorted() == born.sorted())
        let uuid = items.compactMap { item in if case .uuid(let uuid)? = item.values["code"] { uuid } else { nil } }[0]
        try expectSame("code == %@", [uuid])
        #expect(
            try world.keys(world.request("Item", "code == %@", [uuid.uuidString]))
                == world.keys(world.request("Item", "code == %@", [uuid])))
    }

    @Test func `More constants than SQLite binds are one value`() throws {
        let many = (0..<40_000).map { "q\($0)" } + ["a", "ab", "é", "o'b\"; --", "\\", "\n\u{1}"]
        try expectSame("name IN %@", [many])
        try expectSame("name IN %@", [many + ["\u{0}"]])
        try expectSame("real IN %@", [(0..<10_000).map { Double($0) / 4 }])
        #expect(throws: FetchRequestError.self) {
            try world.query(world.request("Item", "real IN %@", [(0..<20_000).map { Double($0) / 4 }]))
        }
        let data = (0..<600).map { Data([UInt8($0 % 256)]) }
        try expectSame("bytes IN %@", [data])
        let odd = ["\"\\\n\u{1F}\u{7F}é\u{1F600}", ""]
        let row = try world.rows(
            StoreQuery(
                sql: "SELECT value FROM json_each(?)", bindings: [JSONArray(odd.map { .text($0) })!.value],
                selection: .count))
        #expect(row == odd.map { [.text($0)] })
        try expectSame("number IN %@", [Array(-2..<40_000)])
        try expectSame(
            "SELF IN %@",
            [
                (0..<40_000).map {
                    NSManagedObjectID(
                        ObjectKey(
                            store: world.store.number,
                            root: world.coordinator.roots.number(of: world.entities["Item"]!), key: Int64($0)),
                        world.entities["Item"]!)
                }
            ])
        #expect(try world.query(world.request("Item", "name IN %@", [many])).bindings.count == 1)
    }

    @Test func `Objects of other stores and of other entities are nobody`() throws {
        let foreign = NSManagedObjectID(
            ObjectKey(store: world.store.number + 1000, root: 1, key: items[0].key), world.entities["Item"]!)
        #expect(try world.keys(world.request("Item", "SELF == %@", [foreign])).isEmpty)
        #expect(try world.keys(world.request("Item", "SELF != %@", [foreign])).count == items.count)
        let owner = world.managed(world.objects.first { $0.entity.name == "Owner" }!)
        #expect(try world.keys(world.request("Item", "parent == %@", [owner])).isEmpty)
        let temporary = NSManagedObject(entity: world.entities["Owner"]!, insertInto: world.context)
        #expect(try world.keys(world.request("Item", "owner == %@ OR owner IN %@", [temporary, [temporary]])).isEmpty)
    }

    // MARK: Kinds of predicates

    @Test(arguments: [
        "entity.name == 'Tool'", "entity.name IN {'Tool', 'Screw', 'Nobody'}", "owner.entity.name == 'Firm'",
        "NONE tags.name == 'a'", "ANY tags.number IN {1, 2}", "ANY tags.number BETWEEN {0, 2}",
        "'ab' IN tags.name", "3 IN tags.number", "tags.name CONTAINS 'ab'", "number IN children.number",
        "ANY parent.tags.name BEGINSWITH 'a'", "ANY children.tags.number > 1", "tags.@count == 2",
        "children.@max.number > number", "SUBQUERY(tags, $t, ANY $t.items.number > 3).@count > 0",
        "SUBQUERY(tags, $t, $t.items.@count > 1 AND $t.number > 0).@count > 0",
        "SUBQUERY(children, $c, $c.owner == owner AND $c.owner != nil).@count > 0",
        "count:(tags) > 1", "max:(tags.number) > 1", "sum:(children.number) > 0",
        "name IN 'zebra ab'", "number & 1 == 1 AND number | 8 > 0", "number == -1 OR FALSEPREDICATE",
        "(number << 2) == 8",
        "number * 2 + 1 > short - 1 AND short != nil AND number != nil", "length(name) BETWEEN {1, 2}",
        "born == CAST(2.5, 'NSDate')", "CAST(born, 'NSNumber') > 1", "born < now()", "noindex:(number) == 1",
        "uppercase(name) == 'AB'", "canonical:(name) == 'ab'", "abs(number) == 2 AND sqrt(short) > 1",
        "price / 2 == 0.625", "price * 4 == 5", "owner.items.@avg.number > 0 AND owner != nil",
        "TERNARY(number > 0, 'a', name) == 'a'",
        "name LIKE 'a?*' AND name MATCHES '[a-zA-Z ]+'", "name LIKE[c] '*B'", "flag == YES", "flag == NO",
        "name ==[l] 'ab' OR name CONTAINS[cl] 'B'", "name <[cl] 'b'", "NOT name !=[cd] 'AB'",
    ])
    func `A predicate finds in SQL what it finds in memory`(_ format: String) throws {
        try expectSame(format)
    }

    @Test func `A fetch may be a part of a predicate`() throws {
        let inner = NSFetchRequest<NSManagedObject>(entityName: "Owner")
        inner.predicate = MainspringFoundation.NSPredicate(format: "number > 0")
        let fetch = NSFetchRequestExpression.expression(
            forFetch: MainspringFoundation.NSExpression(forConstantValue: inner),
            context: MainspringFoundation.NSExpression(forConstantValue: world.context), countOnly: false)
        let request = world.request("Item")
        request.predicate = MainspringFoundation.NSComparisonPredicate(
            leftExpression: MainspringFoundation.NSExpression(forKeyPath: "owner"), rightExpression: fetch,
            modifier: .direct, type: .in)
        #expect(try world.keys(request).sorted() == world.keys(world.request("Item", "owner.number > 0")).sorted())
    }

    @Test func `Parts within each other, and many of them, fit into SQLite's parser`() throws {
        var format = "number == 1"
        for level in 0..<60 {
            format = level.isMultiple(of: 2) ? "(short > 9 OR (\(format)))" : "(number < 9 AND (\(format)))"
        }
        #expect(
            try world.keys(world.request("Item", format)).sorted()
                == world.keys(world.request("Item", "number == 1")).sorted())
        let many = Array(repeating: "number == 1", count: 5_000).joined(separator: " OR ")
        #expect(
            try world.keys(world.request("Item", many)).count == world.keys(world.request("Item", "number == 1")).count)
        var negated = MainspringFoundation.NSPredicate(format: "number == 1")
        for _ in 0..<300 { negated = MainspringFoundation.NSCompoundPredicate(notPredicateWithSubpredicate: negated) }
        let request = world.request("Item")
        request.predicate = negated
        #expect(try world.keys(request).sorted() == world.keys(world.request("Item", "number == 1")).sorted())
    }

    // MARK: Rows

    @Test func `Rows have the columns of the entity and its heirs, each once`() throws {
        let query = try world.query(world.request("Item", "name != nil"), .rows)
        guard case .rows(let selection) = query.selection else { return #expect(Bool(false)) }
        #expect(selection.entities.count == 4 && selection.ownerIndex == nil && selection.entityIndex == 0)
        let rows = try world.rows(query)
        #expect(rows.count == items.count { $0.values["name"] != WorldValue.none })
        for row in rows {
            guard case .integer(let number) = row[selection.entityIndex],
                case .integer(let key) = row[selection.keyIndex]
            else { continue }
            let object = try #require(items.first { $0.key == key })
            let entity = try #require(selection.entity(number: number))
            #expect(entity.table.entity === object.entity && row[selection.versionIndex] == .integer(1))
            for column in entity.columns {
                let property = object.entity.slots[Int(column.column.place.slot)]
                if case .reference(let reference) = column.column.form {
                    let other = object.ones[property.name]
                    #expect(row[column.index] == (other.map { .integer($0.key) } ?? .null))
                    #expect((column.entityIndex >= 0) == (reference.entityColumn != nil))
                    if let other, column.entityIndex >= 0 {
                        #expect(row[column.entityIndex] == .integer(world.schema.table(of: other.entity)!.number))
                    }
                } else if property.name == "watts" || property.name == "name" {
                    #expect(row[column.index] == QueryWorld.stored(object.values[property.name]!))
                }
            }
        }
    }

    @Test func `Rows are found by their keys`() throws {
        let keys = items.prefix(5).map(\.key)
        let query = StoreQuery.rows(
            of: world.schema.table(of: world.entities["Item"]!)!, keys: keys + [77_777], schema: world.schema)
        #expect(Set(try world.rows(query).map { $0[1] }) == Set(keys.map { .integer($0) }))
        let request = world.request("Item", "number > 0")
        let both = try world.rows(world.query(request, .keys, where: [.keys(keys)])).map { $0[1] }
        let expected = items.prefix(5).filter {
            Answers(logic: .sql, object: $0).answer(
                .compare(.path(["number"]), ">", .constant(.integer(0)), options: "")) == true
        }
        #expect(Set(both) == Set(expected.map { .integer($0.key) }))
    }

    @Test(arguments: ["tags", "children"])
    func `Members come owner by owner, in their order`(_ name: String) throws {
        let table = world.schema.table(of: world.entities["Item"]!)!
        let members = try #require(table.members(slot: table.entity.slot(named: name)!))
        let owners = Array(items.filter { $0.manys[name] != nil }.prefix(6))
        for want in [StoreQuery.Want.keys, .rows] {
            let query = try #require(
                StoreQuery.members(of: members, owners: owners.map(\.key), schema: world.schema, selecting: want))
            var found: [Int64: [Int64]] = [:]
            for row in try world.rows(query) {
                guard case .integer(let owner) = row[0], case .integer(let key) = row[2] else { continue }
                found[owner, default: []].append(key)
            }
            let isOrdered = table.entity.relationshipsByName[name]!.isOrdered
            for owner in owners {
                let expected = owner.manys[name]!.map(\.key)
                #expect(found[owner.key] == (isOrdered ? expected : expected.sorted()))
            }
            #expect(found.count == owners.count)
        }
    }
}
