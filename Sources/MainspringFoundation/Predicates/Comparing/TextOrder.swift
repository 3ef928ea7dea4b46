package import Foundation

/// The order of texts that `compare(_:)` of Foundation gives, without its cost where they differ first in characters of ASCII, where it
/// is that of the bytes, or in letters of the Latin script.
package enum TextOrder {
    package static func compare(_ left: String, _ right: String) -> ComparisonResult {
        var left = left
        var right = right
        let result = left.withUTF8 { left in right.withUTF8 { right in comparePlainly(left, right) } }
        return result ?? left.compare(right)
    }

    /// Nil if the bytes do not tell it: where the texts part, or just behind it, stands something that is not of ASCII, and that may belong to
    /// the character before.
    private static func comparePlainly(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> ComparisonResult? {
        let count = min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        guard isPlain(left, at: index), isPlain(right, at: index) else { return compareLetters(left, right, index) }
        guard index < count else { return ValueOrder.order(left.count, right.count) }
        return left[index] < right[index] ? .orderedAscending : .orderedDescending
    }

    /// The same for letters with marks. Nil if they do not tell it either.
    private static func compareLetters(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, _ difference: Int
    ) -> ComparisonResult? {
        var start = difference
        while start > 0, isInside(left, start) || isInside(right, start) { start -= 1 }
        var (leftEnd, rightEnd) = (start, start)
        guard start < left.count, start < right.count, let first = LatinLetter.next(left, &leftEnd),
            let second = LatinLetter.next(right, &rightEnd)
        else { return nil }
        let next = (left: leftEnd, right: rightEnd)
        // What follows may be a mark that belongs to them.
        guard leftEnd == left.count || LatinLetter.next(left, &leftEnd) != nil,
            rightEnd == right.count || LatinLetter.next(right, &rightEnd) != nil
        else { return nil }
        if first.base != second.base { return ValueOrder.order(first.base, second.base) }
        let (mark, other) =
            first.marks.0 != second.marks.0 ? (first.marks.0, second.marks.0) : (first.marks.1, second.marks.1)
        // Where the marks of one have an end, the next character is compared with a mark: Foundation takes that apart or not.
        guard mark != 0 || isPlain(left, at: next.left), other != 0 || isPlain(right, at: next.right) else {
            return nil
        }
        return mark == other ? nil : ValueOrder.order(mark, other)
    }

    /// Whether a byte is one of a character, and not its first.
    @inline(__always)
    private static func isInside(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        index < text.count && text[index] & 0xC0 == 0x80
    }

    /// Whether a character of ASCII stands somewhere, to which nothing behind it belongs; or the end.
    @inline(__always)
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index < text.count else { return true }
        return text[index] < 0x80 && (index + 1 == text.count || text[index + 1] < 0x80)
    }

    /// A number for the beginning of a text: where those of two texts differ, their order is that of the texts. Nil where the beginning
    /// has something that is not of ASCII.
    package static func lead(_ text: String) -> UInt64? {
        var text = text
        return text.withUTF8 { bytes in
            // The ninth may belong to the eighth.
            guard isASCII(UnsafeBufferPointer(rebasing: bytes.prefix(9))) else { return nil }
            var lead: UInt64 = 0
            for index in 0..<8 { lead = lead << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
            return lead
        }
    }

    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(bytes)
        let wordsEnd = bytes.count & ~7
        var bits: UInt64 = 0
        for offset in stride(from: 0, to: wordsEnd, by: 8) {
            bits |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        for offset in wordsEnd..<bytes.count { bits |= UInt64(bytes[offset]) }
        return bits & 0x8080_8080_8080_8080 == 0
    }
}
