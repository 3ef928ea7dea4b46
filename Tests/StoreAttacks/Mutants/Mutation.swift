import SeededRandom

/// Changes of a file's bytes at random.
enum Mutation {
    /// Numbers at which readers err: ends of ranges, and lengths that are too large.
    private static let numbers: [UInt64] = [
        0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, .max, 1 << 63,
    ]

    /// Returns a copy of a specimen with one to eight changes.
    /// - Parameters:
    ///   - other: A specimen of the same reader, of which parts are inserted.
    ///   - longest: The largest size in bytes.
    static func mutant(
        of specimen: [UInt8], with other: [UInt8], longest: Int, using random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = specimen
        let most = Int.random(in: 0..<3, using: &random) == 0 ? 8 : 2
        for _ in 0..<Int.random(in: 1...most, using: &random) { change(&bytes, other, &random) }
        return Array(bytes.prefix(longest))
    }

    private static func change(_ bytes: inout [UInt8], _ other: [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else {
            bytes = other
            return
        }
        let index = Int.random(in: 0..<bytes.count, using: &random)
        let length = min(Int.random(in: 1...32, using: &random), bytes.count - index)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[index] = .random(in: 0...255, using: &random)
        case 2: bytes[index] = bytes[index] &+ (Bool.random(using: &random) ? 1 : 255)
        case 3: write(&bytes, index, &random)
        case 4: bytes.removeSubrange(index..<index + length)
        case 5: bytes.insert(contentsOf: bytes[index..<index + length], at: index)
        case 6: bytes.removeSubrange(index...)
        case 7: splice(&bytes, index, other, &random)
        default: move(&bytes, index, length, &random)
        }
    }

    /// Writes a number over some bytes, in one of the two orders.
    private static func write(_ bytes: inout [UInt8], _ index: Int, _ random: inout SeededGenerator) {
        let number = numbers.randomElement(using: &random) ?? 0
        let width = [1, 2, 4, 8].randomElement(using: &random) ?? 1
        let isBigEndian = Bool.random(using: &random)
        for offset in 0..<min(width, bytes.count - index) {
            let shift = UInt64(isBigEndian ? width - 1 - offset : offset) * 8
            bytes[index + offset] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    /// Puts a part of another specimen over some bytes, or between them.
    private static func splice(
        _ bytes: inout [UInt8], _ index: Int, _ other: [UInt8], _ random: inout SeededGenerator
    ) {
        guard !other.isEmpty else { return }
        let start = Int.random(in: 0..<other.count, using: &random)
        let part = other[start..<min(other.count, start + Int.random(in: 1...128, using: &random))]
        let end = Bool.random(using: &random) ? index : min(bytes.count, index + part.count)
        bytes.replaceSubrange(index..<end, with: part)
    }

    /// Exchanges two parts.
    private static func move(
        _ bytes: inout [UInt8], _ index: Int, _ length: Int, _ random: inout SeededGenerator
    ) {
        let part = Array(bytes[index..<index + length])
        bytes.removeSubrange(index..<index + length)
        bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &random))
    }
}
