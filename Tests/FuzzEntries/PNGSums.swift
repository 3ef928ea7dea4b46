/// The sums that close the parts of a PNG file (ISO 15948, annex D).
enum PNGSums {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }

    /// The file with right sums; nil if it has them, or is no PNG file.
    static func mended(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: signature) else { return nil }
        var mended = bytes
        var start = signature.count
        while start + 12 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = start + 8 + length
            guard end + 4 <= bytes.count else { break }
            let sum = sum(of: bytes[start + 4..<end])
            for place in 0..<4 { mended[end + place] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(place))) }
            start = end + 4
        }
        return mended == bytes ? nil : mended
    }

    private static func sum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}
