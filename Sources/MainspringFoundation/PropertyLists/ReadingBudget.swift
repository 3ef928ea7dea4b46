/// What reading may take of memory: hostile input announces much with few bytes, and shares what it has.
package struct ReadingBudget: Sendable {
    package private(set) var left: Int

    /// What is promised: so many times the input, and so much more.
    static let factor = 4
    static let allowance = 64 << 20

    /// - Parameter byteCount: The size of the input, of which the reader has a copy.
    package init(byteCount: Int) {
        // The last MiB is for what is not counted: the allocator's rounding, the stack.
        left = (Self.factor - 1) * byteCount + Self.allowance - (1 << 20)
    }

    /// Takes a part; false if there is not so much left.
    package mutating func take(_ byteCount: Int) -> Bool {
        guard byteCount <= left else { return false }
        left -= byteCount
        return true
    }
}

extension ReadingBudget {
    /// What an array takes whose size is known before.
    static func array(count: Int) -> Int { header + count * MemoryLayout<PropertyListValue>.stride }

    /// What a dictionary takes whose size is known before: tables have up to 8/3 as many places as entries.
    static func dictionary(count: Int) -> Int {
        let entry = MemoryLayout<String>.stride + MemoryLayout<PropertyListValue>.stride
        return header + 3 * count * entry
    }

    /// What a list of keys takes, with its place among those that are known; the keys themselves count elsewhere.
    static func keyList(count: Int) -> Int {
        let places = count > PropertyListDictionary.Keys.shortCount ? 3 * count * MemoryLayout<(String, Int)>.stride : 0
        return 5 * header + count * MemoryLayout<String>.stride + places
    }

    /// What a text or bytes take, beside their place in a list; short ones need nothing else.
    package static func bytes(_ count: Int) -> Int { count <= 15 ? 0 : header + count }

    /// An object's header and the allocator's share.
    private static let header = 48
}
