import CZlib
import Foundation

/// Parts that tests put into PNG files.
enum PNGPart {
    /// Of a name of four letters, with its length and its sum.
    static func made(_ name: String, _ bytes: some Sequence<UInt8>) -> Data {
        let content = Data(name.utf8) + bytes
        func word(_ value: UInt32) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }
        return word(UInt32(content.count - 4)) + content + word(CRC32.of(content))
    }

    /// A text of so many letters, packed.
    static func packedText(of count: Int) -> Data {
        var size = compressBound(uLong(count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        precondition(compress(&packed, &size, [UInt8](repeating: 0x61, count: count), uLong(count)) == Z_OK)
        // A keyword, a NUL, and the method of packing.
        return made("zTXt", Array("Comment".utf8) + [0, 0] + packed.prefix(Int(size)))
    }
}

/// The sum that closes each part of a PNG file (ISO 15948, annex D).
enum CRC32 {
    static func of(_ bytes: Data) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
