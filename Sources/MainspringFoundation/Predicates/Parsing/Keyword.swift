/// The words that mean something in a format, in capital or small letters.
enum Keyword: String, CaseIterable {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
    case `in` = "IN"
    case like = "LIKE"
    case matches = "MATCHES"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case between = "BETWEEN"
    case conformsTo = "UTI-CONFORMS-TO"
    case equalsType = "UTI-EQUALS"
    case null = "NULL"
    case `nil` = "NIL"
    case `self` = "SELF"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
    case anyKey = "ANYKEY"
    case subquery = "SUBQUERY"
    case fetch = "FETCH"
    case cast = "CAST"
    case function = "FUNCTION"
    case ternary = "TERNARY"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
    case caseInsensitive = "CASEINSENSITIVE"
    case ci = "CI"

    /// Whether the word is a key where it cannot mean anything else: Apple reserves it everywhere.
    var mayBeKey: Bool {
        switch self {
        case .first, .last, .size, .subquery, .fetch, .cast, .function, .ternary, .caseInsensitive, .ci: true
        default: false
        }
    }

    private struct Entry {
        let word: PackedWord
        let keyword: Keyword
    }

    /// The keywords of one length, so that a key is compared with a few words only.
    private struct Length {
        let entries: [Entry]
        /// A bit for each letter that one of them begins with: most keys are told from keywords by it.
        let beginnings: UInt32

        init(_ count: Int) {
            var entries: [Entry] = []
            var beginnings: UInt32 = 0
            for keyword in allCases where keyword.rawValue.utf8.count == count {
                var text = keyword.rawValue
                text.withUTF8 { bytes in
                    entries.append(Entry(word: PackedWord(bytes), keyword: keyword))
                    beginnings |= PackedWord.beginning(bytes[0])
                }
            }
            self.entries = entries
            self.beginnings = beginnings
        }
    }

    private static let longest = 15
    private static let lengths = (0...longest).map { Length($0) }

    /// The keyword that some bytes are.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 2, bytes.count <= Self.longest else { return nil }
        let found = Self.lengths.withUnsafeBufferPointer { lengths -> Keyword? in
            guard lengths[bytes.count].beginnings & PackedWord.beginning(bytes[0]) != 0 else { return nil }
            let word = PackedWord(bytes)
            return lengths[bytes.count].entries.first { $0.word == word }?.keyword
        }
        guard let found else { return nil }
        self = found
    }
}

/// Up to 16 bytes of a word with capital letters for small ones, to be compared at once.
private struct PackedWord: Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes.prefix(8) { low = low << 8 | Self.capital(byte) }
        for byte in bytes.dropFirst(8) { high = high << 8 | Self.capital(byte) }
    }

    /// A capital letter for a small one; no other byte becomes one that keywords have.
    private static func capital(_ byte: UInt8) -> UInt64 { UInt64(byte & ~((byte & 0x40) >> 1)) }

    /// The bit of the letter that a word begins with.
    static func beginning(_ byte: UInt8) -> UInt32 { 1 << UInt32(byte & 0x1F) }
}
