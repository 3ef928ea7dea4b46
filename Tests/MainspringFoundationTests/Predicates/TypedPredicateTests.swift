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
            prints: "TERNARY(nickname != nil, TERNARY(nickname == \"\", 1, 0), nil) == 1")
        try check(#Predicate { (1.0...2.0).contains($0.height) }, prints: "height >= 1.0 AND height <= 2.0")
        try check(#Predicate { $0.byte % 7 == 4 }, prints: "byte %% 7 == 4")
        try check(#Predicate { -$0.height * 2 < 0 }, prints: "(0 - height) * 2.0 < 0.0")
    }

    @Test func `texts and collections have their counterparts`() throws {
        try check(
            #Predicate { $0.city.starts(with: "Z") && $0.city.contains("ri") },
            prints: "city BEGINSWITH \"Z\" AND city CONTAINS \"ri\"")
        try check(#Predicate { !$0.kids.isEmpty }, prints: "NOT kids.@count == 0")
        try check(#Predicate { $0.kids.count == 3 }, prints: "kids.@count == 3")
        try check(#Predicate { $0.scores.contains(3) }, prints: "scores CONTAINS 3")
        try check(#Predicate { $0.scores[0] == 3 }, prints: "scores[0] == 3")
        try check(#Predicate { $0.scores.max() == 3 }, prints: "max(scores) == 3")
        try check(
            #Predicate { $0.kids.contains { $0.city == "Bern" } },
            prints: "SUBQUERY(kids, $x1, $x1.city == \"Bern\").@count > 0")
        try check(
            #Predicate { $0.kids.allSatisfy { $0.isMember } },
            prints: "SUBQUERY(kids, $x1, NOT $x1.isMember == 1).@count == 0")
        try check(
            #Predicate { $0.kids.filter { $0.height > 1 }.count == 3 },
            prints: "SUBQUERY(kids, $x1, $x1.height > 1.0).@count == 3")
    }

    @Test func `what has no counterpart makes no predicate`() {
        #expect(NSPredicate(#Predicate<Citizen> { $0.city.count == 4 }) == nil)
        // Declared with closures.
        #expect(NSPredicate(#Predicate<Citizen> { $0.age == 4 }) == nil)
    }
}
