import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// What a request may not ask.
@Suite struct FetchRequestCheckTests {
    /// A request that is wrong, and what is said of it.
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        // `@unchecked Sendable`: constant; the closure keeps nothing.
        let name: String
        let kind: FetchRequestError.Kind
        let property: String?
        let words: String
        let change: (FetchRequestDescription) -> Void

        init(
            _ name: String, _ kind: FetchRequestError.Kind, _ property: String?, _ words: String,
            _ change: @escaping (FetchRequestDescription) -> Void
        ) {
            (self.name, self.kind, self.property, self.words, self.change) = (name, kind, property, words, change)
        }

        var testDescription: String { name }
    }

    private static func predicate(
        _ format: String, _ kind: FetchRequestError.Kind, _ property: String?, _ words: String
    ) -> Case {
        Case(format, kind, property, words) { $0.predicate = MainspringFoundation.NSPredicate(format: format) }
    }

    private static func order(
        _ key: String, _ kind: FetchRequestError.Kind, _ words: String
    ) -> Case {
        Case("by \(key)", kind, key, words) {
            $0.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: key, ascending: true)]
        }
    }

    private static func columns(
        _ name: String, _ kind: FetchRequestError.Kind, _ property: String?, _ words: String,
        fetch: [FetchDictionaryTests.Column],
        groups: [FetchDictionaryTests.Column] = [], having: String? = nil, order: String? = nil
    ) -> Case {
        Case(name, kind, property, words) { request in
            request.resultType = .dictionaryResultType
            if !fetch.isEmpty { request.propertiesToFetch = fetch.map(\.property) }
            if !groups.isEmpty { request.propertiesToGroupBy = groups.map(\.property) }
            request.havingPredicate = having.map { MainspringFoundation.NSPredicate(format: $0) }
            request.sortDescriptors = order.map { [MainspringFoundation.NSSortDescriptor(key: $0, ascending: true)] }
        }
    }

    static let cases: [Case] = [
        predicate("nome == 'x'", .keyPathNotFound, "nome", "keypath nome not found in entity City"),
        predicate(
            "country.nome == 'x'", .keyPathNotFound, "country.nome", "keypath country.nome not found in entity City"),
        predicate("name.length > 3", .keyPathNotFound, "name.length", "keypath name.length not found in entity City"),
        predicate("seats > 3", .keyPathNotFound, "seats", "keypath seats not found in entity City"),
        predicate("place.z == 1", .keyPathNotFound, "place.z", "has no such element"),
        predicate("nearby.@count > 1", .keyPathNotFound, "nearby.@count", "fetched property"),
        predicate("country.name.@count > 1", .notToMany, "country.name.@count", "@count"),
        predicate("NOT (people > 1 AND nome == 'x')", .keyPathNotFound, "nome", "keypath nome not found"),
        predicate("ANY twins.nome == 'x'", .keyPathNotFound, "twins.nome", "keypath twins.nome not found"),
        predicate("twins.@sum.nome > 1", .keyPathNotFound, "twins.@sum.nome", "not found"),
        predicate("people + nome > 1", .keyPathNotFound, "nome", "keypath nome not found"),
        predicate(
            "SUBQUERY(twins, $t, $t.nome == 1).@count > 0", .keyPathNotFound, "$t.nome", "keypath $t.nome not found"),
        predicate("name IN {nome, 'x'}", .keyPathNotFound, "nome", "keypath nome not found"),
        predicate("twins.name == 'x'", .toManyKey, "twins.name", "to-many key not allowed here"),
        predicate("twins == nil", .toManyKey, "twins", "to-many key not allowed here"),
        predicate("twins.people > 3", .toManyKey, "twins.people", "Write ANY before it"),
        predicate("people > twins.people", .toManyKey, "twins.people", "to-many key not allowed here"),
        predicate(
            "country.cities.name BEGINSWITH 'x'", .toManyKey, "country.cities.name", "to-many key not allowed here"),
        predicate("ANY name == 'x'", .notToMany, "name", "must be either an NSArray or an NSSet"),
        predicate("ALL country.name == 'x'", .notToMany, "country.name", "must be either an NSArray or an NSSet"),
        predicate("name == ", .malformedPredicate, nil, "could not be made"),
        order("nome", .keyPathNotFound, "keypath nome not found in entity City"),
        order("country.nome", .keyPathNotFound, "keypath country.nome not found in entity City"),
        order("twins", .toManyKey, "to-many key not allowed here"),
        order("twins.name", .toManyKey, "to-many key not allowed here"),
        order("", .keyPathNotFound, "it is empty"),
        Case("no key", .sortDescriptorWithoutKey, nil, "has no key") {
            $0.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: nil, ascending: true)]
        },
        Case("limit", .negativeNumber, "fetchLimit", "fetchLimit is -1") { $0.fetchLimit = -1 },
        Case("offset", .negativeNumber, "fetchOffset", "fetchOffset is -1") { $0.fetchOffset = -1 },
        Case("batch", .negativeNumber, "fetchBatchSize", "fetchBatchSize is -1") { $0.fetchBatchSize = -1 },
        Case("type", .contradictoryResultType, nil, "result type 6") {
            $0.resultType = [.dictionaryResultType, .countResultType]
        },
        Case("prefetching nothing", .keyPathNotFound, "nome", "keypath nome not found in entity City") {
            $0.relationshipKeyPathsForPrefetching = ["twins.country", "nome"]
        },
        Case("prefetching an attribute", .invalidProperty, "name", "is no relationship") {
            $0.relationshipKeyPathsForPrefetching = ["name"]
        },
        Case("groups of objects", .needsDictionaries, "name", "no dictionaries") { $0.propertiesToGroupBy = ["name"] },
        Case("having of objects", .havingWithoutGroups, nil, "HAVING") {
            $0.havingPredicate = MainspringFoundation.NSPredicate(value: true)
        },
        Case("computed of objects", .needsDictionaries, "n", "no computed columns") {
            $0.propertiesToFetch = [FetchDictionaryTests.Column.computed("n", "1", .undefinedAttributeType).property]
        },
        Case("unknown of objects", .keyPathNotFound, "nome", "passed to setPropertiesToFetch:") {
            $0.propertiesToFetch = ["nome"]
        },
        columns(
            "unknown", .keyPathNotFound, "nome", "Invalid keypath nome passed to setPropertiesToFetch:",
            fetch: [.name("nome")]),
        columns(
            "to-many", .toManyKey, "twins", "Invalid to-many relationship (twins) passed to setPropertiesToFetch:",
            fetch: [.name("twins")]),
        columns(
            "through to-many", .toManyKey, "twins.name", "Invalid to-many relationship", fetch: [.name("twins.name")]),
        columns("entity", .invalidProperty, "entity", "Invalid keypath entity", fetch: [.name("entity")]),
        columns("twice", .nameUsedTwice, "name", "stands twice", fetch: [.name("name"), .name("name")]),
        columns(
            "twice, computed", .nameUsedTwice, "name", "stands twice",
            fetch: [.name("name"), .computed("name", "1", .undefinedAttributeType)]),
        columns(
            "nameless", .invalidProperty, nil, "it has no name", fetch: [.computed("", "1", .undefinedAttributeType)]),
        columns(
            "computed of nothing", .keyPathNotFound, "nome", "expression “n” asks",
            fetch: [.computed("n", "sum:(nome)", .undefinedAttributeType)]),
        columns(
            "computed of several", .toManyKey, "n", "several values",
            fetch: [.computed("n", "twins.name", .undefinedAttributeType)]),
        columns(
            "nested", .invalidProperty, "n", "a function of all objects",
            fetch: [.computed("n", "sum:(max:(people) + 1)", .undefinedAttributeType)]),
        columns(
            "all of a wrong path", .keyPathNotFound, "@sum.nome", "not found",
            fetch: [.computed("n", "@sum.nome", .undefinedAttributeType)]),
        columns(
            "groups without columns", .columnOutsideGroups, "name", "fetches all properties", fetch: [],
            groups: [.name("name")]),
        columns(
            "a column outside of groups", .columnOutsideGroups, "people",
            "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY or aggregate functions",
            fetch: [.name("name"), .name("people")], groups: [.name("name")]),
        columns(
            "computed outside of groups", .columnOutsideGroups, "n", "SELECT clauses",
            fetch: [.computed("n", "people + 1", .undefinedAttributeType)], groups: [.name("name")]),
        columns(
            "unknown groups", .keyPathNotFound, "nome", "passed to setPropertiesToGroupBy:", fetch: [.name("name")],
            groups: [.name("nome")]),
        columns(
            "groups of many", .toManyKey, "twins", "passed to setPropertiesToGroupBy:", fetch: [.name("name")],
            groups: [.name("twins")]),
        columns(
            "groups by aggregates", .columnOutsideGroups, "n", "computed of groups", fetch: [.name("name")],
            groups: [.computed("n", "sum:(people)", .undefinedAttributeType)]),
        columns(
            "having without groups", .havingWithoutGroups, nil,
            "Specifying a HAVING predicate requires that a GROUP BY also be specified", fetch: [.name("name")],
            having: "name == 'x'"),
        columns(
            "having of nothing", .keyPathNotFound, "nome", "having predicate", fetch: [.name("name")],
            groups: [.name("name")], having: "nome == 1"),
        columns(
            "having outside of groups", .columnOutsideGroups, "people", "having predicate", fetch: [.name("name")],
            groups: [.name("name")], having: "people > 1"),
        columns(
            "order outside of groups", .columnOutsideGroups, "people", "what groups do not have",
            fetch: [.name("name")], groups: [.name("name")], order: "people"),
        columns(
            "order by nothing", .keyPathNotFound, "total", "keypath total not found", fetch: [.name("name")],
            order: "total"),
    ]

    let atlas = FetchAtlas()

    @Test(arguments: cases)
    func `a request that asks for what is not there is refused with its name and the property's`(test: Case) throws {
        let request = FetchRequestDescription(entityName: "City")
        test.change(request)
        let error = #expect(throws: FetchRequestError.self) { try request.check(against: atlas.city) }
        #expect(error?.kind == test.kind)
        #expect(error?.property == test.property)
        let sentence = error?.description ?? ""
        #expect(sentence.contains(test.words) && sentence.contains("fetch City"), "\(sentence)")
        // Behind a format a caret stands.
        #expect(sentence.hasSuffix(".") || test.kind == .malformedPredicate, "\(sentence)")
    }

    @Test(arguments: [
        "people > 1", "country.capital.seats > 1", "ANY twins.country.name == 'x'", "twins.@count == 0",
        "tags.anything == 1",
        "twins.@avg.people > 3", "'x' IN twins.name", "twins.name CONTAINS 'x'", "SELF IN {}", "place.x == 1",
        "mood == 'x'",
        "$x.nome == 1", "ANY tags == 'x'", "NONE twins.people > 3", "ALL twins.people > 3", "ANY {1, 2} == people",
        "country == nil", "entity.name == 'City'", "TRUEPREDICATE", "sum:(twins.people) > 3",
        "SUBQUERY(country.cities, $c, $c.people > people AND ANY $c.twins.people > 3).@count > 0",
        "TERNARY(people > 3, name, country.name) == 'x'",
    ])
    func `a predicate about what the entity has is accepted`(format: String) throws {
        let request = FetchRequestDescription(entityName: "City")
        request.predicate = MainspringFoundation.NSPredicate(format: format)
        #expect(request.predicate?.formatError == nil)
        try request.check(against: atlas.city)
    }

    @Test func `a description of another entity's property is no column`() throws {
        let request = FetchRequestDescription(entityName: "City")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [try #require(atlas.country.attributesByName["code"])]
        let unknown = #expect(throws: FetchRequestError.self) { try request.check(against: atlas.city) }
        #expect(unknown?.description.contains("(entity mismatch)") ?? false)
        request.propertiesToFetch = [try #require(atlas.country.attributesByName["name"])]
        let mismatch = #expect(throws: FetchRequestError.self) { try request.check(against: atlas.city) }
        #expect(mismatch?.kind == .invalidProperty && mismatch?.property == "name")
        request.propertiesToFetch = [3]
        #expect(throws: FetchRequestError.self) { try request.check(against: atlas.city) }
    }

    @Test func `a predicate as deep as there may be is checked and asked`() throws {
        var predicate = MainspringFoundation.NSPredicate(format: "people > 3 AND country != nil")
        for _ in 0..<990 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
        let request = FetchRequestDescription(entityName: "City")
        request.predicate = predicate
        let rows = atlas.rows(as: FetchRow.self)
        let evaluation = try FetchEvaluation<FetchRow>(request, entity: atlas.city)
        #expect(try evaluation.count(of: rows.all) == 17)
    }

    @Test func `a long request is cut in sentences`() throws {
        let request = FetchRequestDescription(entityName: "City")
        request.predicate = MainspringFoundation.NSPredicate(format: "name IN %@", (0..<10_000).map { "\($0)" })
        request.fetchLimit = -1
        let error = #expect(throws: FetchRequestError.self) { try request.check(against: atlas.city) }
        #expect(error?.description.utf8.count ?? .max < 500)
    }
}
