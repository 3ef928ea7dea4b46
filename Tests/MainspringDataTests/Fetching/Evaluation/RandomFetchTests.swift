import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Random requests against the same question asked of plain Swift values.
@Suite struct RandomFetchTests {
    /// A city as plain Swift has it.
    struct Plain {
        var key: Int64 = 0
        var name: String?
        var people: Int64?
        var area: Double?
        var isPort = false
        var country: Int?
        var twins: Set<Int> = []
    }

    let atlas = FetchAtlas()

    private func values(_ random: inout SeededGenerator) -> [Plain] {
        let count = Int.random(in: 0...40, using: &random)
        return (0..<count).map { index in
            var plain = Plain(key: Int64(index + 1))
            if Int.random(in: 0..<8, using: &random) > 0 {
                plain.name = String(
                    ["a", "b", "ab", "Äb", "abcdefghij", "abcdefghik", ""].randomElement(using: &random) ?? "")
            }
            if Int.random(in: 0..<5, using: &random) > 0 { plain.people = Int64.random(in: -3...3, using: &random) }
            if Int.random(in: 0..<5, using: &random) > 0 {
                plain.area = Double.random(in: -2...2, using: &random).rounded() / 2 + 0
            }
            plain.isPort = Bool.random(using: &random)
            if Int.random(in: 0..<5, using: &random) > 0 { plain.country = Int.random(in: 0..<4, using: &random) }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                plain.twins.insert(Int.random(in: 0..<count, using: &random))
            }
            return plain
        }
    }

    private func rows<Row: FetchRow>(_ values: [Plain], as type: Row.Type) -> FetchRows<Row> {
        let countries = (0..<4).map { index in
            let country = Row(atlas.country, key: Int64(index + 1), root: 2)
            country.values["code"] = "c\(index)"
            return country
        }
        let cities = values.map { Row(atlas.city, key: $0.key, root: 1) }
        for (plain, row) in zip(values, cities) {
            row.values["name"] = plain.name
            row.values["people"] = plain.people.map { NSNumber(value: $0) }
            row.values["area"] = plain.area.map { NSNumber(value: $0) }
            row.values["isPort"] = NSNumber(value: plain.isPort)
            row.values["country"] = plain.country.map { countries[$0] }
            row.values["twins"] = NSSet(array: plain.twins.map { cities[$0] })
        }
        return FetchRows(cities: cities, countries: countries)
    }

    /// A question as a format, with its arguments, and as a closure.
    private struct Question {
        var format: String
        var arguments: [Any] = []
        var holds: (Plain) -> Bool
    }

    private func question(
        _ random: inout SeededGenerator, _ values: [Plain], _ countries: [FetchRow], depth: Int = 0
    ) -> Question {
        switch Int.random(in: depth < 3 ? 0..<12 : 3..<12, using: &random) {
        case 0:
            let inner = question(&random, values, countries, depth: depth + 1)
            return Question(format: "NOT (\(inner.format))", arguments: inner.arguments) { !inner.holds($0) }
        case 1, 2:
            let left = question(&random, values, countries, depth: depth + 1)
            let right = question(&random, values, countries, depth: depth + 1)
            let isAnd = Bool.random(using: &random)
            return Question(
                format: "(\(left.format)) \(isAnd ? "AND" : "OR") (\(right.format))",
                arguments: left.arguments + right.arguments
            ) { isAnd ? left.holds($0) && right.holds($0) : left.holds($0) || right.holds($0) }
        case 3, 4:
            let bound = Int64.random(in: -3...3, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return Question(format: "people < \(bound)") { $0.people.map { $0 < bound } ?? false }
            case 1: return Question(format: "people >= \(bound)") { $0.people.map { $0 >= bound } ?? false }
            case 2: return Question(format: "people == \(bound)") { $0.people == bound }
            default: return Question(format: "people != \(bound)") { $0.people != bound }
            }
        case 5: return Question(format: "area > 0.25") { $0.area.map { $0 > 0.25 } ?? false }
        case 6: return Question(format: "name == nil") { $0.name == nil }
        case 7:
            return Question(format: "name BEGINSWITH[cd] 'A'") {
                ["a", "Ä"].contains($0.name.flatMap { String($0.prefix(1)) })
            }
        case 8: return Question(format: "isPort == YES") { $0.isPort }
        case 9:
            let index = Int.random(in: 0..<4, using: &random)
            return Question(format: "country == %@", arguments: [countries[index]]) { $0.country == index }
        case 10:
            let bound = Int64.random(in: -3...3, using: &random)
            return Question(format: "ANY twins.people > \(bound)") { plain in
                plain.twins.contains { values[$0].people.map { $0 > bound } ?? false }
            }
        default:
            let keys = (0..<3).map { _ in Int64.random(in: 1...40, using: &random) }
            let identities = keys.map {
                NSManagedObjectID(ObjectKey(store: FetchRow.noStore, root: 1, key: $0), atlas.city)
            }
            return Question(format: "SELF IN %@", arguments: [identities]) { keys.contains($0.key) }
        }
    }

    private static let orders: [String: @Sendable (Plain, Plain) -> ComparisonResult] = [
        "name": { compare($0.name.map(Written.init), $1.name.map(Written.init)) },
        "people": { compare($0.people, $1.people) },
        "area": { compare($0.area, $1.area) }, "isPort": { compare($0.isPort ? 1 : 0, $1.isPort ? 1 : 0) },
        "country": { compare($0.country, $1.country) }, "country.code": { compare($0.country, $1.country) },
    ]

    /// A text in the order of Foundation's `compare(_:)`.
    private struct Written: Comparable {
        let text: String

        static func < (left: Written, right: Written) -> Bool { left.text.compare(right.text) == .orderedAscending }
    }

    private static func compare<Value: Comparable>(_ left: Value?, _ right: Value?) -> ComparisonResult {
        switch (left, right) {
        case (nil, nil): .orderedSame
        case (nil, _): .orderedAscending
        case (_, nil): .orderedDescending
        case (let left?, let right?):
            left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
        }
    }

    @Test(arguments: Seeds.first(1)) func `random requests give what plain Swift finds`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<400 {
            let values = values(&random)
            if round.isMultiple(of: 2) {
                try checkObjects(values, rows(values, as: FetchRow.self), &random, "seed \(seed)")
            } else {
                try checkObjects(values, rows(values, as: TypedFetchRow.self), &random, "seed \(seed)")
            }
        }
    }

    private func checkObjects<Row: FetchRow>(
        _ values: [Plain], _ rows: FetchRows<Row>, _ random: inout SeededGenerator, _ what: String
    ) throws {
        let question = question(&random, values, rows.countries)
        let order = Self.orders.keys.sorted().shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map
        {
            ($0, Bool.random(using: &random))
        }
        let request = FetchRequestDescription(entityName: "City")
        request.predicate = MainspringFoundation.NSPredicate(format: question.format, argumentArray: question.arguments)
        request.sortDescriptors = order.map { MainspringFoundation.NSSortDescriptor(key: $0.0, ascending: $0.1) }
        request.fetchOffset = Int.random(in: 0...5, using: &random)
        request.fetchLimit = Int.random(in: 0...10, using: &random)
        // Stable, as ours is.
        let sorted = values.enumerated().filter { question.holds($0.element) }.sorted { left, right in
            for (key, ascending) in order {
                let result = Self.orders[key]?(left.element, right.element) ?? .orderedSame
                if result != .orderedSame { return (result == .orderedAscending) == ascending }
            }
            return left.offset < right.offset
        }.dropFirst(request.fetchOffset)
        let expected = (request.fetchLimit == 0 ? sorted : sorted.prefix(request.fetchLimit)).map(\.element.key)
        let evaluation = try FetchEvaluation<Row>(request, entity: atlas.city)
        #expect(try evaluation.objects(of: rows.all).map(\.objectID.key.key) == expected, "\(what): \(request)")
        #expect(try evaluation.count(of: rows.all) == expected.count, "\(what): \(request)")
    }

    @Test(arguments: Seeds.first(1)) func `random groups give what plain Swift finds`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let values = values(&random)
            let rows = rows(values, as: FetchRow.self)
            let keys = ["name", "isPort", "country.code"].shuffled(using: &random).prefix(
                Int.random(in: 0...2, using: &random))
            let request = FetchRequestDescription(entityName: "City")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch =
                Array(keys) + [
                    FetchDictionaryTests.Column.computed("sum", "sum:(people)", .integer64AttributeType).property,
                    FetchDictionaryTests.Column.computed("count", "count:(area)", .integer64AttributeType).property,
                    FetchDictionaryTests.Column.computed("least", "min:(name)", .stringAttributeType).property,
                    FetchDictionaryTests.Column.computed("most", "max:(area)", .doubleAttributeType).property,
                ]
            request.propertiesToGroupBy = Array(keys)
            let least = Int64.random(in: -3...3, using: &random)
            if !keys.isEmpty {
                request.havingPredicate = MainspringFoundation.NSPredicate(format: "sum > %@", NSNumber(value: least))
            }
            var groups: [[String]: [Plain]] = [:]
            for value in values {
                let texts = keys.map { key in
                    switch key {
                    case "name": value.name.map { "name=\($0)" } ?? ""
                    case "isPort": "isPort=\(value.isPort)"
                    default: value.country.map { "country.code=c\($0)" } ?? ""
                    }
                }
                groups[texts, default: []].append(value)
            }
            if keys.isEmpty { groups = [[]: values] }
            let expected = groups.compactMap { texts, members -> String? in
                let sum = members.reduce(0) { $0 + ($1.people ?? 0) }
                guard keys.isEmpty || sum > least else { return nil }
                var parts = texts.filter { !$0.isEmpty }
                parts.append("sum=\(sum)")
                parts.append("count=\(members.count { $0.area != nil })")
                if let least = members.compactMap(\.name).map(Written.init).min()?.text {
                    parts.append("least=\(least)")
                }
                if let most = members.compactMap(\.area).max() { parts.append("most=\(NSNumber(value: most))") }
                return parts.sorted().joined(separator: " ")
            }
            let results = try FetchEvaluation<FetchRow>(request, entity: atlas.city).dictionaries(of: rows.all)
            #expect(results.map(FetchDictionaryTests.line).sorted() == expected.sorted(), "seed \(seed): \(request)")
        }
    }
}
