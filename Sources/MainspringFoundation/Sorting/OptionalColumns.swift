internal import Foundation

/// Words that say all but whether there is a value.
final class OptionalWordColumn: SortColumn {
    /// Nil precedes every word.
    private let words: [UInt64?]
    private let ascending: Bool

    init(_ words: [UInt64?], ascending: Bool) {
        self.words = words
        self.ascending = ascending
    }

    /// One that nothing has leaves room for nil; two values that differ in the last bit alone are told apart later.
    override func word(_ index: Int) -> UInt64 {
        let word = words[index].map { $0 >> 1 | 1 << 63 } ?? 0
        return ascending ? word : ~word
    }

    override func compare(_ left: Int, _ right: Int) -> ComparisonResult {
        let result =
            switch (words[left], words[right]) {
            case (let left?, let right?): ValueOrder.order(left, right)
            case (nil, nil): ComparisonResult.orderedSame
            case (nil, _?): ComparisonResult.orderedAscending
            case (_?, nil): ComparisonResult.orderedDescending
            }
        return ascending ? result : result.reversed
    }
}

/// Texts of ASCII, or none: the words have the first bytes after those that all texts have in common.
final class OptionalTextColumn: SortColumn {
    private let words: OptionalWordColumn
    private let texts: [String?]
    private let ascending: Bool

    init(_ words: [UInt64?], _ texts: [String?], ascending: Bool) {
        self.words = OptionalWordColumn(words, ascending: ascending)
        self.texts = texts
        self.ascending = ascending
    }

    override func word(_ index: Int) -> UInt64 { words.word(index) }

    override func compare(_ left: Int, _ right: Int) -> ComparisonResult {
        let result = words.compare(left, right)
        guard result == .orderedSame, let first = texts[left], let second = texts[right] else { return result }
        // The order of Swift's is that of the bytes, as all are of ASCII.
        let order = ValueOrder.order(first, second)
        return ascending ? order : order.reversed
    }
}

extension SortColumn {
    /// What is compared of some objects if it may be nil, read in the property's own type; nil if the type is none that is
    /// compared quickly.
    static func optional(_ objects: ObjectReferences, _ reader: KeyReader, ascending: Bool) -> SortColumn? {
        if let read = reader.optionalInteger {
            return OptionalWordColumn(objects.map { read($0).map { SortWord.of($0) } }, ascending: ascending)
        }
        if let read = reader.optionalFloating {
            return OptionalWordColumn(objects.map { read($0).map { SortWord.of($0) } }, ascending: ascending)
        }
        if let read = reader.access(Date?.self) {
            return OptionalWordColumn(
                objects.map { read($0).map { SortWord.of($0.timeIntervalSinceReferenceDate) } }, ascending: ascending)
        }
        guard let read = reader.access(String?.self) else { return nil }
        let texts = objects.map(read)
        guard let prefix = SortWord.commonPrefix(of: texts.compactMap(\.self)) else { return nil }
        let words = texts.map { text in text.map { SortWord.of($0, without: prefix) } }
        return OptionalTextColumn(words, texts, ascending: ascending)
    }
}
