import Foundation
import SeededRandom
import Testing

@testable import MainspringFoundation

/// The number of comparisons that `CONTAINS` and `LIKE` take, and the budget of a `LIKE` that is not linear.
@Suite struct TextSearchTests {
    /// Texts that a search index by index compares to their end at very many indexes.
    static let hostile: [(part: String, text: String)] = [
        (repeated("a", 5_000) + "b", repeated("a", 200_000)),
        ("b" + repeated("a", 5_000), repeated("a", 200_000)),
        (repeated("a", 2_500) + "b" + repeated("a", 2_500), repeated("a", 200_000)),
        (repeated("ab", 2_500) + "c", repeated("ab", 100_000)),
        (repeated("a", 5_000) + "b", repeated(repeated("a", 4_999) + "b", 40)),
        (fibonacci(4_000) + "c", fibonacci(200_000)),
        (repeated("a", 100_000), repeated("a", 99_999) + "b" + repeated("a", 100_000)),
    ]

    private static func repeated(_ part: String, _ count: Int) -> String { String(repeating: part, count: count) }

    /// The word whose beginnings repeat themselves most often.
    private static func fibonacci(_ length: Int) -> String {
        var (last, next) = ("b", "a")
        while next.utf8.count < length { (last, next) = (next, next + last) }
        return String(next.prefix(length))
    }

    /// Whether a text contains another one. Foundation's and Swift's searches take minutes for these texts.
    private func isContained(_ part: String, in text: String) -> Bool {
        strstr(text, part) != nil
    }

    /// The most comparisons that a linear search may take for texts of the given lengths.
    private func bound(_ part: String, _ text: String) -> Int { 8 * (part.utf8.count + text.utf8.count) + 1_000 }

    @Test(arguments: hostile.indices)
    func `CONTAINS takes comparisons in proportion to the lengths`(index: Int) {
        let (part, text) = Self.hostile[index]
        let (needle, bytes, capitals) = (TextBytes(part), TextBytes(text), TextBytes(text.uppercased()))
        var steps = 0
        let holds = TextPlace.anywhere.holds(needle.bytes, in: PlainBytes(bytes.bytes), steps: &steps)
        #expect(steps <= bound(part, text))
        #expect(holds == isContained(part, in: text))
        steps = 0
        #expect(TextPlace.anywhere.holds(needle.bytes, in: LowercasedBytes(capitals.bytes), steps: &steps) == holds)
        #expect(steps <= bound(part, text))
    }

    @Test(arguments: hostile.indices)
    func `LIKE without ? takes comparisons in proportion to the lengths`(index: Int) throws {
        let (part, text) = Self.hostile[index]
        let half = String(part.prefix(part.count / 2))
        let foldings: [(NSComparisonPredicate.Options, String)] = [
            ([], text), (.caseInsensitive, text.uppercased()), ([.caseInsensitive, .diacriticInsensitive], text + "é"),
            (.caseInsensitive, text + "É"),
        ]
        for (options, text) in foldings {
            for pattern in ["*\(part)*", "*\(half)*\(part)*", "a*\(part)*a?", "*\(half)*\(half)", "?*\(part)*"] {
                var budget = PatternBudget(limit: .zero)
                _ = try LikePattern(pattern, TextFolding(options: options)).matches(text, &budget)
                #expect(budget.steps <= bound(pattern, text), "\(options) \(pattern.prefix(20))")
            }
        }
    }

    @Test func `LIKE with ? between two * stops when its budget is used up`() throws {
        let pattern = "*" + Self.repeated("a?", 2_500) + "b*"
        for text in [Self.repeated("a", 100_000), Self.repeated("a", 100_000) + "é"] {
            var budget = PatternBudget(limit: .zero)
            let failure = #expect(throws: PredicateFailure.self) {
                try LikePattern(pattern, TextFolding(options: .caseInsensitive)).matches(text, &budget)
            }
            #expect(failure?.problem == .slowPattern(KeyValueError.excerpt(pattern)))
            #expect(budget.steps < 300_000)
        }
    }

    @Test func `a budget that is large enough changes no result of LIKE with ?`() throws {
        let text = Self.repeated("a", 2_000)
        for (pattern, isLike) in [("*a?a*", true), ("*" + Self.repeated("a?", 100) + "b*", false), ("*?b*", false)] {
            var budget = PatternBudget(limit: .seconds(1_000_000))
            let pattern = LikePattern(pattern, TextFolding(options: []))
            #expect(try pattern.matches(text, &budget) == isLike)
        }
    }

    @Test func `a pattern of LIKE that takes too long is an error, and is not tried with the rest of the texts`() throws
    {
        let pattern = "*" + Self.repeated("a?", 20_000) + "b*"
        let texts = (0..<100).map { Self.repeated("a", 400_000) + "\($0)" }
        let predicate = NSPredicate(format: "SELF LIKE[c] %@", pattern)
        let questions: [(String, () -> Bool)] = [
            ("one", { predicate.evaluate(with: texts[0]) }),
            ("array", { !texts.filtered(using: predicate).isEmpty }),
            ("ANY", { NSPredicate(format: "ANY texts LIKE[c] %@", pattern).evaluate(with: ["texts": texts]) }),
            (
                "SUBQUERY",
                {
                    NSPredicate(format: "SUBQUERY(texts, $t, $t LIKE[c] %@).@count > 0", pattern)
                        .evaluate(with: ["texts": texts])
                }
            ),
        ]
        for (name, question) in questions {
            let failure = #expect(throws: PredicateFailure.self) {
                try PredicateFailure.throwing { #expect(!question(), "\(name)") }
            }
            #expect(failure?.problem == .slowPattern(KeyValueError.excerpt(pattern)), "\(name)")
            #expect(failure?.description.contains("was not done with a text after 100 ms") ?? false)
        }
    }

    @Test func `a store is told of a pattern of LIKE that takes too long`() throws {
        let pattern = "*" + Self.repeated("a?", 20_000) + "b*"
        let match = try TextMatch(.like, .caseInsensitive, pattern)
        let failure = #expect(throws: PredicateFailure.self) {
            let text = TextBytes(Self.repeated("a", 400_000))
            _ = try match.holds(utf8: UnsafeRawBufferPointer(text.bytes))
        }
        #expect(failure?.problem == .slowPattern(KeyValueError.excerpt(pattern)))
    }
}
