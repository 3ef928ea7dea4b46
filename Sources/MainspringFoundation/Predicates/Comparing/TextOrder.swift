package import Foundation

/// The order of texts that `compare(_:)` of Foundation gives, without its cost where they differ first in characters of ASCII: there it
/// is that of the bytes.
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
        guard isPlain(left, at: index), isPlain(right, at: index) else { return nil }
        guard index < count else { return ValueOrder.order(left.count, right.count) }
        return left[index] < right[index] ? .orderedAscending : .orderedDescending
    }

    /// Whether a character of ASCII stands somewhere, to which nothing behind it belongs; or the end.
    @inline(__always)
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index < text.count else { return true }
        return text[index] < 0x80 && (index + 1 == text.count || text[index + 1] < 0x80)
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
