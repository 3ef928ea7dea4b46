/// A number for a text, the same in every process (Fowler, Noll and Vo's, 64 bits).
struct StableHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: Int { Int(truncatingIfNeeded: state >> 1) }

    mutating func add(_ text: String) {
        for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
