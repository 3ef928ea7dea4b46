/// The words of values, in the order of the values.
enum SortWord {
    /// So many bytes of a text are in its word.
    static let byteCount = 8

    static func of(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value)) ^ (1 << 63) }

    /// What is not a number precedes all numbers, and both zeros are the same.
    static func of(_ value: Double) -> UInt64 {
        if value.isNaN { return 0 }
        let bits = (value + 0).bitPattern
        return bits >> 63 == 0 ? bits | (1 << 63) : ~bits
    }

    /// The first bytes of a text behind some that are left out.
    static func of(_ text: String, without prefix: Int) -> UInt64 {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var word: UInt64 = 0
            for index in prefix..<(prefix + byteCount) {
                word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
            }
            return word
        } ?? 0
    }

    /// How many bytes all texts begin with; nil if one is not of ASCII, or holds a zero, which a word could not tell from
    /// the end of the text.
    static func commonPrefix(of texts: [String]) -> Int? {
        guard let first = texts.first else { return 0 }
        let known = Array(first.utf8)
        var count = known.count
        for text in texts {
            let common = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
                guard bytes.allSatisfy({ $0 < 0x80 && $0 != 0 }) else { return nil }
                var index = 0
                while index < count, index < bytes.count, bytes[index] == known[index] { index += 1 }
                return index
            }
            guard let common, let common else { return nil }
            count = min(count, common)
        }
        return count
    }
}
