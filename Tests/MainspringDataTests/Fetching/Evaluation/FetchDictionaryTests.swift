import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Dictionaries out of candidates in memory.
@Suite struct FetchDictionaryTests {
    /// A column: a name, or a computed one.
    enum Column: Sendable {
        case name(String)
        case computed(String, String, NSAttributeType)

        /// What the request takes.
        var property: Any {
            switch self {
            case .name(let name): return name
            case .computed(let name, let format, let type):
                let description = NSExpressionDescription()
                description.name = name
                description.expression = MainspringFoundation.NSExpression(format: format)
                description.expressionResultType = type
                return description
            }
        }
    }

    /// What is asked, and which dictionaries come out, as lines.
    struct Case: CustomTestStringConvertible, Sendable {
        var predicate: String?
        let columns: [Column]
        var groups: [String] = []
        var having: String?
        var order: [String] = []
        var isDistinct = false
        var offset = 0
        var limit = 0
        let expected: [String]

        var testDescription: String { expected.joined(separator: "; ") }
    }

    static let cases: [Case] = [
        // Attributes, paths and relationships.
        Case(
            predicate: "country.code == 'CH'", columns: [.name("name"), .name("people")], order: ["name"],
            expected: ["name=Basel people=12", "name=Bern people=10", "name=Chur people=3", "name=Olten people=2"]),
        Case(
            predicate: "name IN {'Linz', 'Melk'}", columns: [.name("name"), .name("people"), .name("budget")],
            order: ["name"], expected: ["name=Linz people=20", "budget=0.1 name=Melk"]),
        Case(
            predicate: "people > 200", columns: [.name("country.code"), .name("country.capital.seats")],
            order: ["people"],
            expected: [
                "country.capital.seats=5 country.code=FR", "country.capital.seats=4 country.code=IT",
                "country.capital.seats=6 country.code=DE",
            ]),
        Case(
            predicate: "people > 300", columns: [.name("country"), .name("country.capital"), .name("place.y")],
            expected: ["country.capital=p9 country=p3 place.y=0.5"]),
        // Computed of one object.
        Case(
            predicate: "name == 'Bern'",
            columns: [
                .computed("density", "people / area", .doubleAttributeType),
                .computed("twice", "people * 2", .integer32AttributeType),
                .computed("twinCount", "twins.@count", .integer16AttributeType),
                .computed("most", "twins.@max.people", .integer64AttributeType),
                .computed("shout", "uppercase(name)", .stringAttributeType),
                .computed("id", "SELF", .objectIDAttributeType), .computed("land", "country", .undefinedAttributeType),
                .computed("fixed", "1 + 2", .undefinedAttributeType),
                .computed("big", "SUBQUERY(twins, $t, $t.people > 200).@count", .integer64AttributeType),
            ],
            expected: [
                "big=1 density=1.8181818181818181 fixed=3 id=p1 land=p1 most=280 shout=BERN twice=20 twinCount=2"
            ]),
        Case(
            predicate: "people > 200",
            columns: [.name("name"), .computed("half", "people / 2", .integer64AttributeType)],
            order: ["half"], expected: ["half=105 name=Paris", "half=140 name=Roma", "half=185 name=Berlin"]),
        Case(
            columns: [.name("name"), .computed("half", "people / 2", .integer64AttributeType)], order: ["-half"],
            offset: 1,
            limit: 1, expected: ["half=140 name=Roma"]),
        // Each once.
        Case(
            columns: [.name("country.code")], order: ["country.code"], isDistinct: true,
            expected: ["AT", "CH", "DE", "FR", "IT"].map { "country.code=\($0)" }),
        Case(
            columns: [.name("country.code")], order: ["country.code"], isDistinct: true, offset: 1, limit: 2,
            expected: ["country.code=CH", "country.code=DE"]),
        Case(
            predicate: "people > 100", columns: [.name("isPort"), .name("budget")], order: ["budget", "isPort"],
            isDistinct: true,
            expected: [
                "budget=7.7 isPort=false", "budget=8.8 isPort=true", "budget=9.9 isPort=false",
                "budget=9.9 isPort=true",
            ]),
        // Of all objects together.
        Case(
            columns: [
                .computed("sum", "sum:(people)", .integer64AttributeType),
                .computed("count", "count:(people)", .integer64AttributeType),
                .computed("all", "count:(SELF)", .integer64AttributeType),
                .computed("least", "min:(people)", .integer64AttributeType),
                .computed("most", "max:(people)", .integer64AttributeType),
                .computed("mean", "average:(people)", .doubleAttributeType),
                .computed("first", "min:(name)", .stringAttributeType),
                .computed("money", "sum:(budget)", .decimalAttributeType),
            ],
            expected: ["all=20 count=19 first=Bari least=2 mean=74.6842105263158 money=68.75 most=370 sum=1419"]),
        Case(
            predicate: "country.code == 'CH'",
            columns: [
                .computed("a", "@sum.people", .integer64AttributeType),
                .computed("b", "@count", .integer64AttributeType),
                .computed("c", "@max.area", .doubleAttributeType), .computed("d", "@avg.height", .doubleAttributeType),
                .computed("e", "sum:(people * 2) + count:(SELF)", .integer64AttributeType),
                .computed("f", "count:(@distinctUnionOfObjects.isPort)", .integer64AttributeType),
            ], expected: ["a=27 b=4 c=5.5 d=447.5 e=58 f=2"]),
        Case(
            predicate: "FALSEPREDICATE",
            columns: [
                .computed("sum", "sum:(people)", .integer64AttributeType),
                .computed("count", "count:(people)", .integer64AttributeType),
                .computed("least", "min:(people)", .integer64AttributeType),
                .computed("mean", "average:(people)", .doubleAttributeType),
            ], expected: ["count=0 sum=0"]),
        Case(
            predicate: "country.code == 'IT'",
            columns: [.name("name"), .computed("most", "max:(people)", .integer64AttributeType)],
            expected: ["most=280 name=Roma"]),
        Case(
            columns: [
                .computed("twins", "count:(twins)", .integer64AttributeType),
                .computed("sum", "sum:(twins.people)", .undefinedAttributeType),
            ],
            expected: ["sum=910 twins=6"]),
        Case(
            predicate: "height < 10", columns: [.computed("mean", "average:(founded)", .dateAttributeType)],
            expected: ["mean=\(Int(FetchDictionaryTests.meanYear))"]),
        // Groups.
        Case(
            columns: [
                .name("country.code"), .computed("sum", "sum:(people)", .integer64AttributeType),
                .computed("count", "count:(people)", .integer64AttributeType),
            ], groups: ["country.code"], order: ["country.code"],
            expected: [
                "count=3 country.code=AT sum=170", "count=4 country.code=CH sum=27", "count=5 country.code=DE sum=631",
                "count=4 country.code=FR sum=270", "count=3 country.code=IT sum=321",
            ]),
        Case(
            columns: [.name("country.code"), .computed("sum", "sum:(people)", .integer64AttributeType)],
            groups: ["country.code"], order: ["-sum"], offset: 1, limit: 2,
            expected: ["country.code=IT sum=321", "country.code=FR sum=270"]),
        Case(
            predicate: "people > 10",
            columns: [.name("isPort"), .computed("n", "count:(name)", .integer32AttributeType)],
            groups: ["isPort"], order: ["isPort"], expected: ["isPort=false n=6", "isPort=true n=9"]),
        Case(
            columns: [.name("country"), .computed("n", "count:(name)", .integer32AttributeType)], groups: ["country"],
            order: ["country"],
            expected: ["country=p1 n=4", "country=p2 n=4", "country=p3 n=5", "country=p4 n=4", "country=p5 n=3"]),
        Case(
            columns: [.name("budget"), .computed("n", "count:(name)", .integer32AttributeType)], groups: ["budget"],
            having: "n > 1 OR budget == nil", order: ["-n", "budget"],
            expected: ["budget=1.1 n=3", "budget=9.9 n=3", "n=2", "budget=2.2 n=2", "budget=3.3 n=2"]),
        Case(
            columns: [.name("country.code"), .computed("n", "count:(name)", .integer32AttributeType)],
            groups: ["country.code"], having: "$n > 4", expected: ["country.code=DE n=5"]),
        Case(
            columns: [.name("country.code")], groups: ["country.code"], having: "sum:(people) > 300",
            order: ["country.code"],
            expected: ["country.code=DE", "country.code=IT"]),
        Case(
            columns: [.name("country.code")], groups: ["country.code"],
            having: "@max.area > 80 AND country.code != 'IT'",
            expected: ["country.code=DE"]),
        Case(
            columns: [
                .name("isPort"), .computed("label", "uppercase(country.code)", .stringAttributeType),
                .computed("one", "1", .integer16AttributeType),
            ],
            groups: ["isPort", "country.code"], having: "count:(SELF) == 3", order: ["label"],
            expected: ["isPort=true label=AT one=1", "isPort=false label=CH one=1", "isPort=true label=DE one=1"]),
        Case(
            columns: [.computed("n", "count:(SELF)", .integer32AttributeType)], groups: ["country.code"], order: ["n"],
            isDistinct: true, expected: ["n=3", "n=4", "n=5"]),
        Case(
            predicate: "FALSEPREDICATE", columns: [.computed("n", "count:(SELF)", .integer32AttributeType)],
            groups: ["isPort"], expected: []),
    ]

    /// Of Hamburg, Kiel and Pisa; Bari has none.
    private static let meanYear =
        (FetchAtlas.year(1000).timeIntervalSinceReferenceDate + FetchAtlas.year(1233).timeIntervalSinceReferenceDate
            + FetchAtlas.year(-180).timeIntervalSinceReferenceDate) / 3

    let atlas = FetchAtlas()

    private func request(_ test: Case) -> FetchRequestDescription {
        let request = FetchRequestDescription()
        request.entity = atlas.city
        request.resultType = .dictionaryResultType
        request.predicate = test.predicate.map { MainspringFoundation.NSPredicate(format: $0) }
        request.propertiesToFetch = test.columns.map(\.property)
        if !test.groups.isEmpty { request.propertiesToGroupBy = test.groups }
        request.havingPredicate = test.having.map { MainspringFoundation.NSPredicate(format: $0) }
        request.sortDescriptors = test.order.map {
            MainspringFoundation.NSSortDescriptor(
                key: $0.hasPrefix("-") ? String($0.dropFirst()) : $0, ascending: !$0.hasPrefix("-"))
        }
        request.returnsDistinctResults = test.isDistinct
        (request.fetchOffset, request.fetchLimit) = (test.offset, test.limit)
        return request
    }

    /// A dictionary in a line, in the order of its keys.
    static func line(_ dictionary: NSDictionary) -> String {
        dictionary.map { key, value in
            let text =
                switch value {
                case let identity as NSManagedObjectID: "p\(identity.key.key)"
                case let date as Date: "\(Int(date.timeIntervalSinceReferenceDate))"
                case let number as NSDecimalNumber: "\(number.decimalValue)"
                default: "\(value)"
                }
            return "\(key)=\(text)"
        }.sorted().joined(separator: " ")
    }

    @Test(arguments: cases)
    func `dictionaries have the columns, groups and order that are asked for`(test: Case) throws {
        let rows = atlas.rows(as: FetchRow.self)
        let evaluation = try FetchEvaluation<FetchRow>(request(test), entity: atlas.city)
        #expect(try evaluation.dictionaries(of: rows.all).map(Self.line) == test.expected)
        #expect(try evaluation.count(of: rows.all) == test.expected.count)
        let typed = atlas.rows(as: TypedFetchRow.self)
        let lines = try FetchEvaluation<TypedFetchRow>(request(test), entity: atlas.city).results(of: typed.all)
        #expect(lines.compactMap { $0 as? NSDictionary }.map(Self.line) == test.expected)
    }

    @Test func `without a list all attributes and to-one relationships come out that a store has`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let request = FetchRequestDescription(entityName: "City")
        request.resultType = .dictionaryResultType
        request.predicate = MainspringFoundation.NSPredicate(format: "name == 'Kiel'")
        rows["Kiel"].values["mood"] = "bright"
        let dictionary = try #require(
            FetchEvaluation<FetchRow>(request, entity: atlas.city).dictionaries(of: rows.all).first)
        let keys = Set(dictionary.allKeys.compactMap { $0 as? String })
        #expect(
            keys == ["name", "people", "area", "height", "founded", "isPort", "budget", "tags", "place", "country"])
        #expect(dictionary["country"] as? NSManagedObjectID == rows.country("DE").objectID)
        #expect(dictionary["people"] as? Int64 == 25)
    }

    @Test func `descriptions of properties are columns and groups as their names are`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let request = FetchRequestDescription(entityName: "Capital")
        request.resultType = .dictionaryResultType
        request.predicate = MainspringFoundation.NSPredicate(format: "people > 300")
        let people = try #require(atlas.city.attributesByName["people"])
        let copy = try #require(people.copy() as? NSAttributeDescription)
        let country = try #require(atlas.city.relationshipsByName["country"])
        for properties in [[people, country], [copy, country]] as [[NSPropertyDescription]] {
            request.propertiesToFetch = properties
            request.propertiesToGroupBy = properties
            let results = try FetchEvaluation<FetchRow>(request, entity: atlas.capital).dictionaries(of: rows.all)
            #expect(results.map(Self.line) == ["country=p3 people=370"])
        }
    }

    @Test func `numbers come in the type that a computed column has`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let request = FetchRequestDescription(entityName: "City")
        request.resultType = .dictionaryResultType
        let sum = Column.computed("sum", "sum:(people)", .stringAttributeType).property
        request.propertiesToFetch = [sum]
        let evaluation = try FetchEvaluation<FetchRow>(request, entity: atlas.city)
        let error = #expect(throws: FetchRequestError.self) { try evaluation.dictionaries(of: rows.all) }
        #expect(error?.description.contains("“sum” is computed, and 1419") ?? false)
        (sum as? NSExpressionDescription)?.expressionResultType = .decimalAttributeType
        let decimal = try FetchEvaluation<FetchRow>(request, entity: atlas.city).dictionaries(of: rows.all)
        #expect(decimal.first?["sum"] is NSDecimalNumber)
    }

    @Test func `now is one instant in all dictionaries of a fetch`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let request = FetchRequestDescription(entityName: "City")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [Column.computed("now", "now()", .dateAttributeType).property]
        request.returnsDistinctResults = true
        #expect(try FetchEvaluation<FetchRow>(request, entity: atlas.city).dictionaries(of: rows.all).count == 1)
    }

    @Test func `texts are grouped by their characters as they are written`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let cities = Array(rows.cities.prefix(3))
        for (city, name) in zip(cities, ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"]) { city.values["name"] = name }
        let request = FetchRequestDescription(entityName: "City")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name"]
        request.propertiesToGroupBy = ["name"]
        #expect(try FetchEvaluation<FetchRow>(request, entity: atlas.city).dictionaries(of: cities).count == 2)
    }
}
