internal import Foundation

/// What is compared of each of some objects, for one descriptor.
///
/// Each value has a word that is less for a value that precedes; only where two words are equal are the values themselves
/// compared. A class and not an enumeration: to take an array out of one would count a reference at each comparison.
class SortColumn {
    /// The word of an object.
    func word(_ index: Int) -> UInt64 { 0 }

    /// Compares the values of two objects.
    func compare(_ left: Int, _ right: Int) -> ComparisonResult { .orderedSame }
}

/// Values of which the words say all.
final class WordColumn: SortColumn {
    private let words: [UInt64]

    init(_ words: [UInt64]) { self.words = words }

    override func word(_ index: Int) -> UInt64 { words[index] }

    override func compare(_ left: Int, _ right: Int) -> ComparisonResult { ValueOrder.order(words[left], words[right]) }
}

/// Texts of ASCII: the words have the first eight bytes after those that all texts have in common.
final class TextColumn: SortColumn {
    private let words: [UInt64]
    private let texts: [String]
    private let ascending: Bool

    init(_ words: [UInt64], _ texts: [String], ascending: Bool) {
        self.words = words
        self.texts = texts
        self.ascending = ascending
    }

    override func word(_ index: Int) -> UInt64 { words[index] }

    override func compare(_ left: Int, _ right: Int) -> ComparisonResult {
        if words[left] != words[right] { return ValueOrder.order(words[left], words[right]) }
        // The order of Swift's is that of the bytes, as all are of ASCII.
        let result = ValueOrder.order(texts[left], texts[right])
        return ascending ? result : result.reversed
    }
}

/// Values of any type.
final class ValueColumn: SortColumn {
    private let values: [Any?]
    private let descriptor: NSSortDescriptor

    init(_ values: [Any], _ descriptor: NSSortDescriptor) {
        self.values = values.map { descriptor.value(of: $0) }
        self.descriptor = descriptor
    }

    override func compare(_ left: Int, _ right: Int) -> ComparisonResult {
        let result = descriptor.compareValues(values[left], values[right])
        return descriptor.ascending ? result : result.reversed
    }
}
