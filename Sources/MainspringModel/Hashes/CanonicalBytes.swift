internal import Foundation
internal import MainspringFoundation

/// Bytes that say the same for equal values on every machine.
///
/// | value | bytes |
/// |---|---|
/// | yes or no | one, 1 or 0 |
/// | number | eight, the highest first, in two's complement |
/// | text | the number of bytes as a number, then UTF-8 of Unicode's canonical composition (NFC) |
/// | text that may be missing | 0 if it is; otherwise 1 and the text |
/// | digest | its 32 bytes |
/// | list | the number of parts as a number, then the parts |
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func append(_ value: Int) {
        let pattern = UInt64(bitPattern: Int64(value))
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt64(shift)))
        }
    }

    mutating func append(_ text: String) {
        let text = TextPieces.map(text) { $0.precomposedStringWithCanonicalMapping }
        append(text.utf8.count)
        bytes += text.utf8
    }

    mutating func append(_ text: String?) {
        append(text != nil)
        if let text { append(text) }
    }

    mutating func append(digest: [UInt8]) { bytes += digest }
}
