import Foundation
import SeededRandom
import Testing

@testable import MainspringFoundation

/// The order of texts without Foundation's cost.
@Suite struct TextOrderTests {
    private static let characters = [
        "a", "b", "e", "z", "A", " ", "-", "é", "e\u{301}", "\u{301}", "\u{327}", "ß", "ñ", "Å", "A\u{30A}", "中", "😀",
        "가", "\u{1100}",
        "\u{1161}", "ﬁ", "\u{200D}", "\u{0}", "\n",
    ]

    @Test(arguments: Seeds.first(4)) func `is Foundation's, whatever stands before and behind the first difference`(
        _ seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let start = text(&random, 0...9)
            let (left, right) = (start + text(&random, 0...3), start + text(&random, 0...3))
            let (found, expected) = (TextOrder.compare(left, right), left.compare(right))
            #expect(found == expected, "\(left.debugDescription) and \(right.debugDescription), seed \(seed)")
            if let lead = TextOrder.lead(left), let other = TextOrder.lead(right), lead != other {
                #expect(expected == (lead < other ? .orderedAscending : .orderedDescending), "seed \(seed)")
            }
        }
    }

    /// All letters of Latin blocks, each against some others.
    @Test(arguments: Seeds.first(1)) func `is Foundation's for letters with marks`(seed: UInt64) {
        let letters = (Array(0x20..<0x300) + Array(0x1E00..<0x1F00)).compactMap(Unicode.Scalar.init).map {
            String(Character($0))
        }
        let (before, behind) = (["", "a", "é", "ắ"], ["", "b", "ñ", "ệ", "\u{301}", "中"])
        var random = SeededGenerator(seed: seed)
        for letter in letters {
            let bases = [String(letter.decomposedStringWithCanonicalMapping.unicodeScalars.first.map(Character.init)!)]
            for other in bases + (0..<40).map({ _ in letters.randomElement(using: &random)! }) {
                let start = before.randomElement(using: &random)!
                let left = start + letter + behind.randomElement(using: &random)!
                let right = start + other + behind.randomElement(using: &random)!
                let (found, expected) = (TextOrder.compare(left, right), left.compare(right))
                #expect(found == expected, "\(left.debugDescription) and \(right.debugDescription), seed \(seed)")
            }
        }
    }

    private func text(_ random: inout SeededGenerator, _ lengths: ClosedRange<Int>) -> String {
        (0..<Int.random(in: lengths, using: &random)).map { _ in Self.characters.randomElement(using: &random)! }
            .joined()
    }
}
