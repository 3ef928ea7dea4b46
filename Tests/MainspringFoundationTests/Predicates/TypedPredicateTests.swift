import Foundation
import MainspringFoundation
import Testing

/// Predicates that `#Predicate` has made.
@Suite struct TypedPredicateTests {
    private func check(
        _ predicate: Foundation.Predicate<Citizen>, prints format: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let made = try #require(NSPredicate(predicate), sourceLocation: sourceLocation)
        #expect(made.predicateFormat == format, sourceLocation: sourceLocation)
        for citizen in [Citizen.anna(), Citizen("Ben", age: 3)] {
            #expect(made.evaluate(with: citizen) == (try predicate.evaluate(citizen)), sourceLocation: sourceLocation)
        }
    }

    @Test func `comparisons and logic have their counterparts`() throws {
        let limit = 1.5
        try check(#Predicate { $0.height > limit && $0.city == "Bern" }, prints: "height > 1.5 AND city == \"Bern\"")
        try check(
            #Predicate { $0.home.city != "Bern" || !$0.isMember }, prints: "home.city != \"Bern\" OR NOT isMember == 1")
        try check(#Predicate { $0.isMember }, prints: "isMember == 1")
        try check(#Predicate { $0.nickname == nil }, prints: "nickname == nil")
        try check(
            #Predicate { ($0.nickname ?? "x") == "x" }, prints: "TERNARY(nickname != nil, nickname, \"x\") == \"x\"")
        try check(
            #Predicate { $0.nickname?.isEmpty == true },
            prints: "TERNARY(nickname != nil, TERNARY(nickname.length == 0, 1, 0), nil) == 1")
        try check(#Predicate { (1.0...2.0).contains($0.height) }, prints: "height BETWEEN {1.0, 2.0}")
        try check(#Predicate { (3...5).contains($0.zip) }, prints: "zip BETWEEN {3, 5}")
        try check(#Predicate { $0.byte % 7 == 4 }, prints: "modulus:by:(byte, 7) == 4")
        try check(#Predicate { -$0.height * 2 < 0 }, prints: "height * -1 * 2.0 < 0.0")
    }

    @Test func `texts and collections have their counterparts`() throws {
        try check(
            #Predicate { $0.city.starts(with: "Z") && $0.city.contains("ri") },
            prints: "city BEGINSWITH \"Z\" AND city CONTAINS \"ri\"")
        try check(#Predicate { !$0.kids.isEmpty }, prints: "NOT kids.@count == 0")
        try check(#Predicate { $0.kids.count == 3 }, prints: "kids.@count == 3")
        try check(#Predicate { $0.scores.contains(3) }, prints: "3 IN scores")
        try check(#Predicate { $0.tags.contains("red") }, prints: "\"red\" IN tags")
        try check(#Predicate { [200, 7].contains($0.byte) }, prints: "byte IN {200, 7}")
        try check(#Predicate { $0.city.count == 6 }, prints: "city.length == 6")
        try check(#Predicate { !$0.city.isEmpty }, prints: "NOT city.length == 0")
        try check(#Predicate { $0.tags.max() == "red" }, prints: "tags.@max.self == \"red\"")
        try check(#Predicate { $0.scores.min() == 1 }, prints: "scores.@min.self == 1")
        try check(#Predicate { $0.scores[0] == 3 }, prints: "scores[0] == 3")
        try check(#Predicate { $0.scores.max() == 3 }, prints: "scores.@max.self == 3")
        try check(
            #Predicate { $0.kids.contains { $0.city == "Bern" } },
            prints: "SUBQUERY(kids, $_local_1, $_local_1.city == \"Bern\").@count != 0")
        try check(
            #Predicate { $0.kids.allSatisfy { $0.isMember } },
            prints: "SUBQUERY(kids, $_local_1, NOT $_local_1.isMember == 1).@count == 0")
        try check(
            #Predicate { $0.kids.filter { $0.height > 1 }.count == 3 },
            prints: "SUBQUERY(kids, $_local_1, $_local_1.height > 1.0).@count == 3")
    }

    @Test func `captured values have their counterparts`() throws {
        let (closed, open, from, through, upTo) = (1.0...2.0, 1.0..<1.72, 1.72..., ...1.72, ..<1.72)
        try check(#Predicate { closed.contains($0.height) }, prints: "height BETWEEN {1.0, 2.0}")
        try check(#Predicate { open.contains($0.height) }, prints: "height >= 1.0 AND height < 1.72")
        try check(#Predicate { from.contains($0.height) }, prints: "height >= 1.72")
        try check(#Predicate { through.contains($0.height) }, prints: "height <= 1.72")
        try check(#Predicate { upTo.contains($0.height) }, prints: "height < 1.72")
        let (whole, half) = (0...5, 0..<5)
        try check(#Predicate { whole.contains($0.zip) }, prints: "zip BETWEEN {0, 5}")
        try check(#Predicate { half.contains($0.zip) }, prints: "zip >= 0 AND zip < 5")
        let cities = ["Bern", "Zürich"]
        try check(#Predicate { cities.contains($0.city) }, prints: "city IN {\"Bern\", \"Zürich\"}")
    }

    @Test func `each subquery has a variable of its own`() throws {
        try check(
            #Predicate { $0.kids.contains { $0.isMember } && $0.kids.contains { $0.height > 3 } },
            prints:
                "SUBQUERY(kids, $_local_1, $_local_1.isMember == 1).@count != 0 AND SUBQUERY(kids, $_local_2, $_local_2.height > 3.0).@count != 0"
        )
    }

    @Test func `what has no counterpart makes no predicate`() {
        #expect(NSPredicate(#Predicate<Citizen> { $0.scores.starts(with: [3]) }) == nil)
        // Declared with closures.
        #expect(NSPredicate(#Predicate<Citizen> { $0.age == 4 }) == nil)
    }
}
