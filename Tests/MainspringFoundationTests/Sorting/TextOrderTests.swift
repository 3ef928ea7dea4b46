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

    @Test(arguments: 0..<4) func `is Foundation's, whatever stands before and behind the first difference`(
        _ seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let start = text(&random, 0...3)
            let (left, right) = (start + text(&random, 0...3), start + text(&random, 0...3))
            let (found, expected) = (TextOrder.compare(left, right), left.compare(right))
            #expect(found == expected, "\(left.debugDescription) and \(right.debugDescription), seed \(seed)")
        }
    }

    private func text(_ random: inout SeededGenerator, _ lengths: ClosedRange<Int>) -> String {
        (0..<Int.random(in: lengths, using: &random)).map { _ in Self.characters.randomElement(using: &random)! }
            .joined()
    }
}
