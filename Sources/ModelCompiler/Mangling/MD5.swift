internal import Foundation

/// The digest of RFC 1321, by which the compiler tells private declarations of one file from those of another.
enum MD5 {
    /// The digest of some bytes, 16 bytes long.
    static func digest(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) &* 8
        for byte in 0..<8 { padded.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte)))) }
        for block in stride(from: 0, to: padded.count, by: 64) {
            let words = (0..<16).map { index in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[block + 4 * index + $1]) << (8 * UInt32($1)) }
            }
            transform(&state, words)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
    }

    private static func transform(_ state: inout [UInt32], _ words: [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let mixed: UInt32
            let word: Int
            switch step / 16 {
            case 0: (mixed, word) = ((b & c) | (~b & d), step)
            case 1: (mixed, word) = ((d & b) | (~d & c), (5 * step + 1) % 16)
            case 2: (mixed, word) = (b ^ c ^ d, (3 * step + 5) % 16)
            default: (mixed, word) = (c ^ (b | ~d), 7 * step % 16)
            }
            let sum = a &+ mixed &+ sines[step] &+ words[word]
            let shift = shifts[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
    }

    private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

    /// The constants T of the RFC: what is in front of the point of 2^32 times the absolute sine of each step.
    private static let sines: [UInt32] = (1...64).map { UInt32(4_294_967_296 * abs(sin(Double($0)))) }
}
