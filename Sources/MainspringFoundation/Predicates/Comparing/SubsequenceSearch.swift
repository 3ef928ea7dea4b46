/// The elements of a text, in which ``SubsequenceSearch`` looks for others.
protocol SearchedElements {
    associatedtype Element: Equatable

    /// The number of elements.
    var count: Int { get }

    /// The element at an index, from 0.
    subscript(_ index: Int) -> Element { get }

    /// The first index, of a closed range, at which an element stands; nil if it does not.
    func index(of element: Element, from start: Int, through last: Int) -> Int?

    /// Whether all of some elements stand at an index. They must fit.
    func stands(_ needle: UnsafeBufferPointer<Element>, at index: Int) -> Bool
}

extension SearchedElements {
    // Without this and that of the search, a search in a short text took an eighth longer.
    @inline(__always)
    func index(of element: Element, from start: Int, through last: Int) -> Int? {
        var index = start
        while index <= last {
            if self[index] == element { return index }
            index += 1
        }
        return nil
    }

    func stands(_ needle: UnsafeBufferPointer<Element>, at index: Int) -> Bool {
        var length = 0
        while length < needle.count, self[index + length] == needle[length] { length += 1 }
        return length == needle.count
    }
}

/// Finds some elements in others, in linear time.
enum SubsequenceSearch {
    /// Comparisons that a search at each index may take, beside one per index, before it changes to the one by borders:
    /// a constant, and a number for each index.
    private static let allowance = (constant: 256, perIndex: 4)

    /// Returns the first index, of a range of a text, at which some elements stand; nil if there is none. The empty
    /// sequence stands at the first index.
    ///
    /// - Parameter steps: Grows by the number of comparisons of elements.
    /// - Complexity: linear in the number of elements up to the end of what is found. Ordinary texts are compared index
    ///   by index, without memory of its own; Knuth, Morris and Pratt's search goes on where those comparisons mount
    ///   up.
    @inline(__always)
    static func first<Text: SearchedElements>(
        _ needle: UnsafeBufferPointer<Text.Element>, in text: Text, range: Range<Int>, steps: inout Int
    ) -> Int? {
        guard let first = needle.first else { return range.lowerBound }
        let last = range.upperBound - needle.count
        var spent = 0
        var index = range.lowerBound
        while index <= last, let candidate = text.index(of: first, from: index, through: last) {
            var length = 1
            while length < needle.count, text[candidate + length] == needle[length] { length += 1 }
            spent += length
            index = candidate + 1
            if length == needle.count {
                steps += index - range.lowerBound + spent
                return candidate
            }
            if spent > allowance.constant + allowance.perIndex * (index - range.lowerBound) {
                steps += index - range.lowerBound + spent
                return firstByBorders(needle, in: text, range: index..<range.upperBound, steps: &steps)
            }
        }
        steps += max(0, last + 1 - range.lowerBound) + spent
        return nil
    }

    /// The search of Knuth, Morris and Pratt (1977): at most two comparisons for each element of both.
    @inline(never)
    private static func firstByBorders<Text: SearchedElements>(
        _ needle: UnsafeBufferPointer<Text.Element>, in text: Text, range: Range<Int>, steps: inout Int
    ) -> Int? {
        guard needle.count <= range.count else { return nil }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: needle.count) { borders in
            // For each beginning of the needle, the length of the longest other one that is also its end.
            borders.initialize(repeating: 0)
            var length = 0
            for index in 1..<max(1, needle.count) {
                steps += 1
                while length > 0, needle[index] != needle[length] {
                    length = borders[length - 1]
                    steps += 1
                }
                if needle[index] == needle[length] { length += 1 }
                borders[index] = length
            }
            length = 0
            for index in range {
                let element = text[index]
                steps += 1
                while length > 0, element != needle[length] {
                    length = borders[length - 1]
                    steps += 1
                }
                if element == needle[length] { length += 1 }
                if length == needle.count { return index + 1 - length }
            }
            return nil
        }
    }
}
