package import Foundation

/// The order of texts that `compare(_:)` of Foundation gives, without its cost for texts of ASCII: there it is that of
/// the bytes.
package enum TextOrder {
    package static func compare(_ left: String, _ right: String) -> ComparisonResult {
        var left = left
        var right = right
        let result = left.withUTF8 { left in right.withUTF8 { right in compareASCII(left, right) } }
        return result ?? left.compare(right)
    }

    /// Nil if one of the texts is not of ASCII.
    private static func compareASCII(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> ComparisonResult? {
        guard isASCII(left), isASCII(right) else { return nil }
        let count = min(left.count, right.count)
        for index in 0..<count where left[index] != right[index] {
            return left[index] < right[index] ? .orderedAscending : .orderedDescending
        }
        return ValueOrder.order(left.count, right.count)
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
