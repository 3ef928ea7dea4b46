import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Dictionaries by SQL, and those of the store in memory.
@Suite struct QueryDictionaryTests {
    let world: QueryWorld

    init() throws {
        var random = SeededGenerator(seed: 11)
        world = try QueryWorld(&random, count: 30)
    }

    /// Properties to fetch: names, and names with formats of expressions.
    struct Case: CustomTestStringConvertible, Sendable {
        var columns: [String]
        var groups: [String] = []
        var having: String?
        var predicate: String?
        var order: [String] = []
        var isDistinct = false

        var testDescription: String { "\(columns) by \(groups) having \(having ?? "-")" }
    }

    private func property(_ text: String) -> Any {
        guard let separator = text.firstIndex(of: "=") else { return text }
        let description = NSExpressionDescription()
        description.name = String(text[..<separator])
        description.expression = MainspringFoundation.NSExpression(
            format: String(text[text.index(after: separator)...]))
        return description
    }

    private func request(_ given: Case) -> FetchRequestDescription {
        let request = world.request("Item", given.predicate)
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = given.columns.isEmpty ? nil : given.columns.map(property)
        request.propertiesToGroupBy = given.groups.isEmpty ? nil : given.groups
        request.havingPredicate = given.having.map { MainspringFoundation.NSPredicate(format: $0) }
        request.sortDescriptors = given.order.map { MainspringFoundation.NSSortDescriptor(key: $0, ascending: true) }
        request.returnsDistinctResults = given.isDistinct
        return request
    }

    /// A value of either side, so that they can be compared.
    private func common(_ value: Any?) -> AnyHashable? {
        switch value {
        case nil, is NSNull: nil
        case let identity as NSManagedObjectID: AnyHashable(Double(identity.key.key))
        case let number as NSNumber: AnyHashable(number.doubleValue)
        case let date as Date: AnyHashable(date.timeIntervalSinceReferenceDate)
        case let uuid as UUID: QueryConstant.bytes(uuid)
        case let url as URL: AnyHashable(url.absoluteString)
        case let data as Data: SQLiteValue.blob(data)
        case let other: (other as? AnyHashable)
        }
    }

    private func common(_ value: SQLiteValue) -> AnyHashable? {
        switch value {
        case .null: nil
        case .integer(let number): AnyHashable(Double(number))
        case .real(let number): AnyHashable(number)
        case .text(let text): AnyHashable(text)
        case .blob: AnyHashable(value)
        }
    }

    @Test(arguments: [
        Case(columns: []), Case(columns: ["name", "owner", "born", "code", "price", "flag", "page", "bytes"]),
        Case(columns: ["owner.name", "parent.owner.number", "objectID"]),
        Case(columns: ["name"], predicate: "number > 0", isDistinct: true),
        Case(columns: ["owner.name", "flag"], isDistinct: true),
        Case(columns: [
            "sum=sum:(number)", "count=count:(number)", "min=min:(born)", "max=max:(price)", "mean=average:(short)",
        ]),
        Case(columns: ["all=@count", "sum=@sum.number", "self=count:(SELF)", "owners=count:(owner)"]),
        Case(columns: ["n=count:(@distinctUnionOfObjects.number)", "tags=count:(tags)", "most=max:(tags.number)"]),
        Case(columns: ["flag", "n=count:(SELF)", "sum=sum:(number)"], groups: ["flag"], order: ["flag"]),
        Case(
            columns: ["owner.name", "n=count:(SELF)"], groups: ["owner.name"], having: "n > 1", order: ["owner.name"]),
        Case(
            columns: ["flag", "n=count:(SELF)"], groups: ["flag"], having: "$n > 1 AND $flag == 1", order: ["flag"]),
        Case(columns: ["owner", "least=min:(number)"], groups: ["owner"], having: "count:(SELF) > 1 AND owner != nil"),
        Case(
            columns: ["number", "n=count:(name)"], groups: ["number"], having: "sum:(short) != 0",
            order: ["n", "number"]),
        Case(columns: ["double=number * 2", "wide=length(name)", "upper=uppercase(name)"]),
        Case(columns: ["tags=tags.@count", "kids=children.@sum.number", "sign=TERNARY(number > 0, 1, 0)"]),
        Case(columns: ["name", "n=number + 1"], predicate: "number != nil", order: ["n", "name"]),
    ])
    func `Dictionaries have the values that the store in memory gives`(_ given: Case) throws {
        try check(given, world, "a given case")
    }

    @Test(arguments: Seeds.first(1))
    func `500 random groups have the values that the store in memory gives`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func some(_ list: [String], _ counts: ClosedRange<Int>) -> [String] {
            Array(list.shuffled(using: &random).prefix(Int.random(in: counts, using: &random)))
        }
        for _ in 0..<10 {
            let world = try QueryWorld(&random)
            for _ in 0..<50 {
                let groups = some(["name", "flag", "number", "owner.name", "owner", "parent.short", "code"], 0...3)
                let computed = some(
                    [
                        "n=count:(SELF)", "names=count:(name)", "sum=sum:(number)", "wide=sum:(price)",
                        "least=min:(short)",
                        "most=max:(born)", "mean=average:(single)", "owners=count:(owner)", "tags=count:(tags)",
                        "kids=sum:(children.number)", "kinds=count:(@distinctUnionOfObjects.number)", "all=@max.real",
                    ], 1...4)
                let having = some(
                    ["count:(SELF) > 1", "sum:(number) >= 0", "max:(short) > 0 OR count:(name) > 2", "@count < 4"],
                    0...1)
                let given = Case(
                    columns: groups + computed, groups: groups, having: groups.isEmpty ? nil : having.first,
                    predicate: some(
                        ["number != nil", "flag == YES", "tags.@count > 0", "name BEGINSWITH[cd] 'a'"], 0...1
                    ).first,
                    isDistinct: Bool.random(using: &random))
                try check(given, world, "seed \(seed)")
            }
        }
    }

    private func check(_ given: Case, _ world: QueryWorld, _ what: String) throws {
        func counts<Row: Hashable>(_ rows: [Row]) -> [Row: Int] {
            rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        let request = request(given)
        request.entity = world.entities["Item"]
        let query = try world.query(request, .dictionaries)
        guard case .dictionaries(let columns) = query.selection else { return #expect(Bool(false)) }
        let rows = try world.rows(query).map { row in columns.map { common(row[$0.index]) } }
        let results = try #require(
            try world.store.service.results(of: request, entity: request.entity!, for: nil) as? [NSDictionary])
        let expected = results.map { dictionary in columns.map { common(dictionary[$0.name]) } }
        let isSorted = given.order.count > 0 && given.groups.count > 0
        if isSorted {
            #expect(rows == expected, "\(what): \(request)")
        } else {
            #expect(counts(rows) == counts(expected), "\(what): \(request)")
        }
        #expect(
            try world.rows(world.query(request, .count)) == [[.integer(Int64(expected.count))]], "\(what): \(request)")
    }

    @Test func `Columns say what their values are`() throws {
        let request = request(
            Case(columns: ["born", "owner", "objectID", "least=min:(born)", "n=count:(SELF)"], groups: []))
        request.propertiesToFetch?.removeLast()
        request.propertiesToFetch?.removeLast()
        guard case .dictionaries(let columns) = try world.query(request, .dictionaries).selection else { return }
        guard case .attribute(let attribute, .plain) = columns[0].form else { return #expect(Bool(false)) }
        #expect(attribute.name == "born")
        guard case .identity(let owner) = columns[1].form, case .identity(let own) = columns[2].form else {
            return #expect(Bool(false))
        }
        #expect(owner.entity === world.entities["Owner"] && own.entityIndex == columns[2].index + 1)
        let least = self.request(Case(columns: ["least=min:(born)"]))
        guard case .dictionaries(let computed) = try world.query(least, .dictionaries).selection,
            case .computed(.dateAttributeType) = computed[0].form
        else { return #expect(Bool(false)) }
    }

    @Test func `Limit and offset are those of dictionaries`() throws {
        let request = request(Case(columns: ["number"], order: ["number"], isDistinct: true))
        let all = try world.rows(world.query(request, .dictionaries))
        (request.fetchOffset, request.fetchLimit) = (1, 2)
        #expect(try world.rows(world.query(request, .dictionaries)) == Array(all[1...2]))
        #expect(try world.rows(world.query(request, .count)) == [[.integer(2)]])
    }
}
