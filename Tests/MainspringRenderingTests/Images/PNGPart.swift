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
