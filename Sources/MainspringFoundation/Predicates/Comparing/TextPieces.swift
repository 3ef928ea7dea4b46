internal import Foundation

/// A function that maps a long text piece by piece.
///
/// Foundation's normalization and folding take quadratic time for texts with many combining marks, decomposed Hangul or
/// letters that fold to several: 0.8 s for 100,000 letters. Each piece ends at the end of a grapheme cluster. Neither
/// canonical composition nor folding looks beyond a cluster, so the mapped pieces make up the mapped text.
package enum TextPieces {
    /// The minimum length of a piece but the last, in bytes of UTF-8.
    private static let length = 256

    /// Maps a text. Cost: linear in its length, if the cost of a piece is bounded.
    package static func map(_ text: String, _ transform: (String) -> String) -> String {
        guard text.utf8.count > length else { return transform(text) }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var (start, index) = (text.startIndex, text.startIndex)
        while index < text.endIndex {
            index = text.index(after: index)
            guard index == text.endIndex || text.utf8.distance(from: start, to: index) >= length else { continue }
            result += transform(String(text[start..<index]))
            start = index
        }
        return result
    }
}
