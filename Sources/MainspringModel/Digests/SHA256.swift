/// The digest SHA-256 of FIPS 180-4 and RFC 6234: 32 bytes of any number of bytes.
package struct SHA256: ~Copyable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)
    private var rest: [UInt8] = []
    private var length: UInt64 = 0

    package init() { rest.reserveCapacity(64) }

    /// The digest of some bytes.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finish()
    }

    /// Takes bytes; those of several calls count as one after another.
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { take(byte) }
    }

    /// The digest of all bytes taken.
    package consuming func finish() -> [UInt8] {
        let bits = length &* 8
        take(0x80)
        while rest.count != 56 { take(0) }
        for shift in stride(from: 56, through: 0, by: -8) { take(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private mutating func take(_ byte: UInt8) {
        rest.append(byte)
        length &+= 1
        if rest.count == 64 {
            compress()
            rest.removeAll(keepingCapacity: true)
        }
    }

    // Shifts that mask their count, and loops without ranges: a model is hashed each time it is made, and in debug builds what is generic
    // is not specialized, which made most of the time that opening a store took.
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    /// Mixes a block of 64 bytes into the state: section 6.2 of RFC 6234.
    private mutating func compress() {
        var index = 0
        while index < 16 {
            let place = 4 &* index
            let high =
                UInt32(truncatingIfNeeded: rest[place]) &<< 24 | UInt32(truncatingIfNeeded: rest[place &+ 1]) &<< 16
            let low = UInt32(truncatingIfNeeded: rest[place &+ 2]) &<< 8 | UInt32(truncatingIfNeeded: rest[place &+ 3])
            schedule[index] = high | low
            index &+= 1
        }
        while index < 64 {
            let early = schedule[index &- 15]
            let late = schedule[index &- 2]
            let first = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ early &>> 3
            let second = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ late &>> 10
            schedule[index] = second &+ schedule[index &- 7] &+ first &+ schedule[index &- 16]
            index &+= 1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        index = 0
        while index < 64 {
            let sum1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
            let first = h &+ sum1 &+ (e & f ^ ~e & g) &+ Self.constants[index] &+ schedule[index]
            let sum0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
            let second = sum0 &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
            index &+= 1
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    /// The first 32 bits of the fractions of the first 64 primes' cube roots.
    private static let constants: [UInt32] = SHA512.constants.prefix(64).map { UInt32($0 >> 32) }
}
