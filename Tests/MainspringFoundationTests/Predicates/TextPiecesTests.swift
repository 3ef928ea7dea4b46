import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// The pieces in which long texts are mapped.
@Suite struct TextPiecesTests {
    /// Letters that combine, decompose, or become several when they are folded.
    private static let units = [
        "e\u{301}", "a\u{323}\u{307}", "\u{1112}\u{1161}\u{11AB}", "ß", "ﬁ", "İ", "é", "x", " ", "\r\n", "🇩🇪", "👩‍👩‍👧",
        "\u{9C7}\u{9BE}",
        "\u{301}",
    ]

    @Test(arguments: Seeds.first(20))
    func `the pieces of a text have the result of the whole`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = (0..<2_000).map { _ in Self.units.randomElement(using: &random) ?? "" }.joined()
        let mappings: [(String) -> String] = [
            { $0.precomposedStringWithCanonicalMapping },
            { $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) },
            { $0.folding(options: .caseInsensitive, locale: nil) },
        ]
        for mapping in mappings {
            #expect(TextPieces.map(text, mapping).unicodeScalars.elementsEqual(mapping(text).unicodeScalars))
        }
    }

    @Test(arguments: units) func `pieces are short, however long the text is`(_ unit: String) {
        let text = String(repeating: unit, count: 20_000)
        // Marks without a letter are one grapheme cluster, which is not divided.
        guard text.count > 1 else { return }
        var longest = 0
        let same = TextPieces.map(text) { piece in
            longest = max(longest, piece.utf8.count)
            return piece
        }
        #expect(longest <= 256 + 32)
        #expect(same.utf8.elementsEqual(text.utf8))
    }

    @Test func `a short text is one piece`() {
        var pieces: [String] = []
        #expect(
            TextPieces.map(
                "e\u{301}",
                {
                    pieces.append($0); return $0
                }) == "é")
        #expect(pieces == ["e\u{301}"])
    }
}
