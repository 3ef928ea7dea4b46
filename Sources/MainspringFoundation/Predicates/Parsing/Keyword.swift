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

    private static let longest = 15
    /// By the number of bytes, so that a key is compared with a few words only.
    private static let entries: [[Entry]] = (0...longest).map { count in
        allCases.filter { $0.rawValue.utf8.count == count }.map { keyword in
            var text = keyword.rawValue
            return Entry(word: text.withUTF8 { PackedWord($0) }, keyword: keyword)
        }
    }

    /// The keyword that some bytes are.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 2, bytes.count <= Self.longest else { return nil }
        let word = PackedWord(bytes)
        for entry in Self.entries[bytes.count] where entry.word == word {
            self = entry.keyword
            return
        }
        return nil
    }
}

/// Up to 16 bytes with capital letters for small ones, to be compared at once.
private struct PackedWord: Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        for (index, byte) in bytes.enumerated() {
            let capital = UInt64(byte &- 0x61 < 26 ? byte & 0xDF : byte)
            if index < 8 {
                low |= capital << UInt64(index * 8)
            } else {
                high |= capital << UInt64((index - 8) * 8)
            }
        }
    }
}
