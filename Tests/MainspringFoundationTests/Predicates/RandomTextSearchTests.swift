import Foundation
import SeededRandom
import Testing

@testable import MainspringFoundation

/// `CONTAINS`, `BEGINSWITH`, `ENDSWITH` and `LIKE` with random texts, against what they are defined as.
@Suite struct RandomTextSearchTests {
    /// Few different elements, so that texts often meet; among them ones that change their length when they are folded,
    /// parts of characters, and ends of lines.
    private static let alphabets = [
        ["a", "b"], ["a", "A", "b"], ["a", "é", "É", "e", "e\u{301}"], ["k", "K", "\u{212A}", "ß", "ss", "İ", "i"],
        ["\r", "\n", "\r\n", "a"], ["👍", "👍🏽", "\u{200D}", "a"], ["\u{301}", "a", "á", "\\"],
    ]

    private static let options: [NSComparisonPredicate.Options] = [
        [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive], .normalized,
    ]

    private func text(_ alphabet: [String], _ length: Int, _ random: inout SeededGenerator) -> String {
        // A random beginning that is repeated is like itself at many indexes.
        let period = (0..<Int.random(in: 1...4, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? ""
        }
        return (0..<Int.random(in: 0...length, using: &random)).map { index in
            Int.random(in: 0..<8, using: &random) == 0
                ? alphabet.randomElement(using: &random) ?? "" : period[index % period.count]
        }.joined()
    }

    @Test(arguments: Seeds.first(60))
    func `texts stand in others where their folded bytes do`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let alphabet = Self.alphabets.randomElement(using: &random) ?? []
            let text = text(alphabet, 60, &random)
            let part = Bool.random(using: &random) ? self.text(alphabet, 6, &random) : piece(of: text, &random)
            for options in Self.options {
                let folding = TextFolding(options: options)
                let (bytes, needle) = (Array(folding.folded(text).utf8), Array(folding.folded(part).utf8))
                let isThere = !needle.isEmpty
                let expected: [(NSComparisonPredicate.Operator, Bool)] = [
                    (.contains, isThere && bytes.indices.contains { bytes[$0...].starts(with: needle) }),
                    (.beginsWith, isThere && bytes.starts(with: needle)),
                    (.endsWith, isThere && bytes.suffix(needle.count).elementsEqual(needle)),
                ]
                for (type, expected) in expected { try expect(type, options, text, part, expected, seed) }
            }
        }
    }

    @Test(arguments: Seeds.first(60))
    func `a text is like a pattern if its folded characters can be divided among its parts`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let alphabet = Self.alphabets.randomElement(using: &random) ?? []
            let text = text(alphabet, 40, &random)
            var pattern = ""
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                pattern += ["*", "*", "?", "\\*", "\\?", "\\"].randomElement(using: &random) ?? ""
                pattern += Bool.random(using: &random) ? self.text(alphabet, 3, &random) : piece(of: text, &random)
            }
            for options in Self.options {
                let folding = TextFolding(options: options)
                let expected = Self.isLike(Array(folding.folded(text)), Array(folding.folded(pattern)))
                try expect(.like, options, text, pattern, expected, seed)
            }
        }
    }

    @Test(arguments: Seeds.first(30))
    func `a search finds the first place, whatever the texts repeat`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let text = Array(text(["a", "b"], 3_000, &random).utf8)
            let range = Int.random(in: 0...text.count / 2, using: &random)..<text.count
            var part = Array(text[range].prefix(Int.random(in: 0...400, using: &random)))
            if !part.isEmpty, Bool.random(using: &random) { part[part.count - 1] = UInt8(ascii: "b") }
            let expected = (range.lowerBound...range.upperBound).first { text[$0...].starts(with: part) }
            var steps = 0
            let found = text.withUnsafeBufferPointer { text in
                part.withUnsafeBufferPointer {
                    SubsequenceSearch.first($0, in: PlainBytes(text), range: range, steps: &steps)
                }
            }
            #expect(found == expected, "seed \(seed)")
            #expect(steps <= 8 * (text.count + part.count) + 1_000, "seed \(seed)")
        }
    }

    /// Compares all ways in which a text is asked with the expected result.
    private func expect(
        _ type: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options, _ text: String,
        _ other: String, _ expected: Bool, _ seed: UInt64
    ) throws {
        let words = "seed \(seed): \(Array(text.unicodeScalars)) \(type) \(options) \(Array(other.unicodeScalars))"
        let predicate = NSComparisonPredicate(
            leftExpression: .expressionForEvaluatedObject(), rightExpression: NSExpression(forConstantValue: other),
            modifier: .direct, type: type, options: options)
        #expect(predicate.evaluate(with: text) == expected, "\(words)")
        let question = try #require(TextQuestion.make(type, options, other))
        #expect(question.holds(text) == expected, "\(words)")
        let bytes = TextBytes(text)
        if let result = question.holdsIfASCII(bytes.bytes) { #expect(result == expected, "\(words)") }
        let match = try TextMatch(type, options, other)
        #expect(try match.holds(utf8: UnsafeRawBufferPointer(bytes.bytes)) == expected, "\(words)")
    }

    private func piece(of text: String, _ random: inout SeededGenerator) -> String {
        String(text.dropFirst(Int.random(in: 0...text.count, using: &random)).prefix(5))
    }

    /// Whether a text is like a pattern, found from the end on for each beginning of both.
    private static func isLike(_ text: [Character], _ pattern: [Character]) -> Bool {
        var parts: [(character: Character?, isMany: Bool)] = []
        var index = 0
        while index < pattern.count {
            let next = index + 1 < pattern.count ? pattern[index + 1] : nil
            if pattern[index] == "\\", let next, ["*", "?", "\\"].contains(next) {
                parts.append((next, false))
                index += 1
            } else if pattern[index] == "*" {
                parts.append((nil, true))
            } else {
                parts.append((pattern[index] == "?" ? nil : pattern[index], false))
            }
            index += 1
        }
        // Whether the first characters of the text are like the parts so far, by their number.
        var isLike = [true] + Array(repeating: false, count: text.count)
        for part in parts {
            var next = Array(repeating: false, count: text.count + 1)
            for count in 0...text.count {
                if part.isMany {
                    next[count] = isLike[count] || (count > 0 && next[count - 1])
                } else if count > 0 {
                    next[count] = isLike[count - 1] && (part.character.map { $0 == text[count - 1] } ?? true)
                }
            }
            isLike = next
        }
        return isLike[text.count]
    }
}
