internal import Foundation

/// Which differences between two texts do not count.
struct TextFolding: Hashable {
    let options: NSComparisonPredicate.Options

    /// Whether a text of ASCII is compared as it is.
    var keepsASCII: Bool { !options.contains(.caseInsensitive) }

    private var comparison: String.CompareOptions {
        var result: String.CompareOptions = []
        if options.contains(.caseInsensitive) { result.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
        return result
    }

    private var locale: Locale? { options.contains(.localeSensitive) ? .current : nil }

    /// The text without the differences that do not count, composed so that equal texts have equal bytes. A text of ASCII
    /// costs no call of Foundation.
    func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return keepsASCII ? text : Self.lowercasedASCII(text) }
        let (comparison, locale) = (comparison, locale)
        return TextPieces.map(text) { text in
            let folded = comparison.isEmpty ? text : text.folding(options: comparison, locale: locale)
            return options.contains(.normalized) ? folded : folded.precomposedStringWithCanonicalMapping
        }
    }

    private static func lowercasedASCII(_ text: String) -> String {
        String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }

    /// A byte of ASCII as a small letter, if it is a capital one.
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// Compares two texts.
    func compare(_ left: String, _ right: String) -> ComparisonResult {
        if options.contains(.localeSensitive) {
            return left.compare(right, options: comparison, range: nil, locale: .current)
        }
        return comparison.isEmpty ? TextOrder.compare(left, right) : TextOrder.compare(folded(left), folded(right))
    }

    /// Whether two texts are equal. Without options they must be written alike.
    func areEqual(_ left: String, _ right: String) -> Bool {
        if options.contains(.localeSensitive) { return compare(left, right) == .orderedSame }
        if comparison.isEmpty { return ValueEquality.areLiterallyEqual(left, right) }
        return ValueEquality.areLiterallyEqual(folded(left), folded(right))
    }
}
