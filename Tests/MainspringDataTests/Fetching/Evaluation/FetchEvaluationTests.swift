import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Objects, identities and counts out of candidates in memory.
@Suite struct FetchEvaluationTests {
    /// What is asked, and which cities come out.
    struct Case: CustomTestStringConvertible, Sendable {
        var predicate: String?
        /// Names of cities, or codes of countries, whose rows are the predicate's arguments.
        var arguments: [String] = []
        /// Keys; descending ones with a minus.
        var order = ["name"]
        var offset = 0
        var limit = 0
        var includesSubentities = true
        let expected: String

        var testDescription: String { "\(predicate ?? "all") \(arguments) \(order) \(offset) \(limit)" }
    }

    static let cases: [Case] = [
        Case(predicate: "people > 100", expected: "Berlin Hamburg Paris Roma Wien"),
        Case(predicate: "people > 100", includesSubentities: false, expected: "Hamburg"),
        Case(predicate: "people == nil", expected: "Melk"),
        Case(predicate: "people != 12 AND people < 13", expected: "Bern Chur Olten Pisa"),
        Case(predicate: "people BETWEEN {12, 14}", expected: "Basel Brest Metz Ulm"),
        Case(predicate: "people IN {12, 14}", expected: "Basel Brest Metz"),
        Case(predicate: "name BEGINSWITH[c] 'b' AND isPort == YES", expected: "Bari Basel Bonn Brest"),
        Case(predicate: "budget == 9.9", expected: "Berlin Roma Wien"),
        Case(predicate: "country.code == 'CH'", expected: "Basel Bern Chur Olten"),
        Case(predicate: "country.capital.name == 'Wien'", expected: "Graz Linz Melk Wien"),
        Case(predicate: "place.x >= 18", expected: "Bari Pisa"),
        Case(predicate: "ANY twins.name == 'Bern'", expected: "Roma Wien"),
        Case(predicate: "twins.@count == 2", expected: "Bern Roma"),
        Case(predicate: "country.cities.@count == 3", expected: "Bari Pisa Roma"),
        Case(predicate: "SUBQUERY(twins, $t, $t.people > 200).@count == 1", expected: "Bern Paris Roma"),
        Case(predicate: "people > area * 10", expected: "Paris"),
        Case(predicate: "'sea' IN tags", expected: "Kiel"),
        Case(predicate: "FALSEPREDICATE", expected: ""),
        // Objects are compared by their identities, whoever they are.
        Case(predicate: "country == %@", arguments: ["IT"], expected: "Bari Pisa Roma"),
        Case(predicate: "country != %@ AND people > 200", arguments: ["IT"], expected: "Berlin Paris"),
        Case(predicate: "country IN %@", arguments: ["IT", "CH"], expected: "Bari Basel Bern Chur Olten Pisa Roma"),
        Case(predicate: "SELF == %@", arguments: ["Ulm"], expected: "Ulm"),
        Case(predicate: "SELF IN %@", arguments: ["Ulm", "Bonn"], expected: "Bonn Ulm"),
        Case(predicate: "objectID == %@", arguments: ["Ulm"], expected: "Ulm"),
        Case(predicate: "country.capital == %@", arguments: ["Roma"], expected: "Bari Pisa Roma"),
        Case(predicate: "SELF == country.capital AND people < 100", expected: "Bern"),
        Case(predicate: "twins CONTAINS %@", arguments: ["Bern"], expected: "Roma Wien"),
        Case(predicate: "ANY twins == %@", arguments: ["Bern"], expected: "Roma Wien"),
        Case(predicate: "%@ IN twins", arguments: ["Bern"], expected: "Roma Wien"),
        Case(predicate: "ANY twins IN %@", arguments: ["Bern", "Paris"], expected: "Roma Wien"),
        Case(predicate: "ANY twins.country == %@", arguments: ["IT"], expected: "Bern Paris"),
        Case(predicate: "SUBQUERY(twins, $t, $t == %@).@count > 0", arguments: ["Wien"], expected: "Bern"),
        Case(predicate: "country.capital.objectID == %@", arguments: ["Wien"], expected: "Graz Linz Melk Wien"),
        Case(predicate: "country == nil", expected: ""),
        Case(predicate: "entity.name == 'Capital' AND people < 200", expected: "Bern Wien"),
        // Order, offset and limit.
        Case(order: ["-people"], limit: 3, expected: "Berlin Roma Paris"),
        Case(order: ["people", "name"], limit: 4, expected: "Melk Olten Chur Pisa"),
        Case(order: ["-people", "name"], offset: 17, expected: "Chur Olten Melk"),
        Case(order: ["-isPort", "height", "name"], limit: 5, expected: "Pisa Bari Kiel Hamburg Nice"),
        Case(order: ["founded", "name"], limit: 6, expected: "Bari Bonn Chur Roma Metz Nice"),
        Case(order: ["budget", "-name"], limit: 4, expected: "Linz Chur Olten Melk"),
        Case(order: ["country.name", "-name"], limit: 5, expected: "Wien Melk Linz Graz Ulm"),
        Case(order: ["country", "people"], limit: 5, expected: "Olten Chur Bern Basel Melk"),
        Case(order: ["-objectID"], limit: 2, expected: "Pisa Bari"),
        Case(order: ["name"], offset: 18, expected: "Ulm Wien"),
        Case(order: ["name"], offset: 18, limit: 1, expected: "Ulm"),
        Case(order: ["name"], offset: 99, limit: 1, expected: ""),
    ]

    let atlas = FetchAtlas()

    private func request<Row: FetchRow>(_ test: Case, _ rows: FetchRows<Row>, byIdentity: Bool)
        -> FetchRequestDescription
    {
        let request = FetchRequestDescription()
        request.entity = atlas.city
        let arguments = test.arguments.map { name -> Any in
            let row = name.count == 2 ? rows.country(name) : rows[name]
            return byIdentity ? row.objectID : row
        }
        let isList = test.predicate?.contains("IN %@") ?? false
        request.predicate = test.predicate.map {
            MainspringFoundation.NSPredicate(format: $0, argumentArray: isList ? [arguments] : arguments)
        }
        request.sortDescriptors = test.order.map {
            MainspringFoundation.NSSortDescriptor(
                key: $0.hasPrefix("-") ? String($0.dropFirst()) : $0, ascending: !$0.hasPrefix("-"))
        }
        (request.fetchOffset, request.fetchLimit) = (test.offset, test.limit)
        request.includesSubentities = test.includesSubentities
        return request
    }

    private func check<Row: FetchRow>(_ test: Case, as type: Row.Type, byIdentity: Bool) throws {
        let rows = atlas.rows(as: type)
        let request = request(test, rows, byIdentity: byIdentity)
        let evaluation = try FetchEvaluation<Row>(request, entity: atlas.city)
        let names = try evaluation.objects(of: rows.all.reversed()).compactMap { $0.values["name"] as? String }
        #expect(names.joined(separator: " ") == test.expected)
        #expect(try evaluation.count(of: rows.all) == names.count)
        request.resultType = .managedObjectIDResultType
        let identities = try FetchEvaluation<Row>(request, entity: atlas.city).results(of: rows.all)
        #expect(identities as? [NSManagedObjectID] == names.map { rows[$0].objectID })
        request.resultType = .countResultType
        let counts = try FetchEvaluation<Row>(request, entity: atlas.city).results(of: rows.all)
        #expect(counts as? [NSNumber] == [NSNumber(value: names.count)])
    }

    @Test(arguments: cases)
    func `a request chooses, sorts and cuts, with keys and with typed keys alike`(test: Case) throws {
        try check(test, as: FetchRow.self, byIdentity: false)
        try check(test, as: TypedFetchRow.self, byIdentity: false)
    }

    @Test(arguments: cases.filter { !$0.arguments.isEmpty })
    func `an identity stands for its object`(test: Case) throws {
        try check(test, as: FetchRow.self, byIdentity: true)
    }

    @Test func `one object is tested alone, whatever offset and limit`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let request = FetchRequestDescription(entityName: "City")
        request.predicate = MainspringFoundation.NSPredicate(format: "people > 100")
        (request.fetchOffset, request.fetchLimit) = (5, 1)
        let evaluation = try FetchEvaluation<FetchRow>(request, entity: atlas.city)
        #expect(try evaluation.chooses(rows["Wien"]))
        #expect(try !evaluation.chooses(rows["Bern"]))
        #expect(try !evaluation.chooses(rows.countries[0]))
        #expect(try evaluation.chosen(rows.all).count == 5)
    }

    @Test func `an entity in a predicate is compared by its name`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let request = FetchRequestDescription(entityName: "City")
        request.predicate = MainspringFoundation.NSPredicate(format: "entity == %@", atlas.capital)
        #expect(try FetchEvaluation<FetchRow>(request, entity: atlas.city).count(of: rows.all) == 5)
        request.predicate = MainspringFoundation.NSPredicate(format: "entity IN %@", [atlas.country])
        #expect(try FetchEvaluation<FetchRow>(request, entity: atlas.city).count(of: rows.all) == 0)
    }

    @Test func `objects to look for may stand in any collection`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let cities = [rows["Ulm"], rows["Bonn"]]
        let collections: [Any] = [
            cities, Set(cities), NSArray(array: cities), NSSet(array: cities), NSOrderedSet(array: cities),
            cities.map(\.objectID), Set(cities.map(\.objectID)), NSSet(array: cities.map(\.objectID)),
        ]
        for collection in collections {
            let request = FetchRequestDescription(entityName: "City")
            request.predicate = MainspringFoundation.NSPredicate(format: "SELF IN %@", argumentArray: [collection])
            let evaluation = try FetchEvaluation<FetchRow>(request, entity: atlas.city)
            #expect(try evaluation.count(of: rows.all) == 2, "\(type(of: collection))")
        }
    }

    @Test func `what was read from an archive is not asked before it may be`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        for format in [
            "people > 3", "country == nil AND TRUEPREDICATE", "SUBQUERY(twins, $t, $t.country == nil).@count == 0",
        ] {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: MainspringFoundation.NSPredicate(format: format), requiringSecureCoding: true)
            let predicate = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: MainspringFoundation.NSPredicate.self, from: data))
            let request = FetchRequestDescription(entityName: "City")
            request.predicate = predicate
            let evaluation = try FetchEvaluation<FetchRow>(request, entity: atlas.city)
            let error = #expect(throws: FetchRequestError.self) { try evaluation.objects(of: rows.all) }
            #expect(error?.description.contains("allowEvaluation()") ?? false, "\(format)")
            predicate.allowEvaluation()
            #expect(throws: Never.self) {
                try FetchEvaluation<FetchRow>(request, entity: atlas.city).objects(of: rows.all)
            }
        }
    }

    @Test func `what cannot be compared, or has no value, is thrown with the request's name`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        for (format, word) in [("people > 'x'", "compare"), ("people > $LIMIT", "$LIMIT"), ("name MATCHES '('", "(")] {
            let request = FetchRequestDescription(entityName: "City")
            request.predicate = MainspringFoundation.NSPredicate(format: format)
            let evaluation = try FetchEvaluation<FetchRow>(request, entity: atlas.city)
            let error = #expect(throws: FetchRequestError.self) { try evaluation.objects(of: rows.all) }
            #expect(error?.kind == .evaluationFailed)
            #expect(error?.description.contains("fetch City") ?? false && error?.description.contains(word) ?? false)
        }
    }

    @Test func `descriptors with closures and Swift's descriptors sort too, of the right class`() throws {
        let rows = atlas.rows(as: FetchRow.self)
        let request = FetchRequestDescription(entityName: "City")
        request.fetchLimit = 2
        request.sortDescriptors = [
            MainspringFoundation.NSSortDescriptor(key: "name", ascending: true) { left, right in
                let counts = (left as? String ?? "", right as? String ?? "")
                return counts.0.count < counts.1.count
                    ? .orderedAscending : counts.0.count > counts.1.count ? .orderedDescending : .orderedSame
            }, MainspringFoundation.NSSortDescriptor(key: "people", ascending: true),
        ]
        let names = try FetchEvaluation<FetchRow>(request, entity: atlas.city).objects(of: rows.all).map {
            $0.values["name"] as? String
        }
        #expect(names == ["Ulm", "Melk"])
        request.sortDescriptors = [
            MainspringFoundation.NSSortDescriptor(SortDescriptor(\Wrong.name))
        ]
        let wrong = try FetchEvaluation<FetchRow>(request, entity: atlas.city)
        let error = #expect(throws: FetchRequestError.self) { try wrong.objects(of: rows.all) }
        #expect(error?.kind == .sortDescriptorWithoutKey)
    }

    /// Not what is fetched.
    final class Wrong {
        let name = ""
    }
}
