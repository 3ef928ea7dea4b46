/// How a text stands in another, by bytes.
enum TextPlace {
    case whole
    case beginning
    case end
    case anywhere

    /// Whether a text stands at the place of another. The empty one stands nowhere but as the whole of an empty one: so
    /// `hasPrefix:` and `rangeOfString:` of Apple's texts are documented.
    func holds(_ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var steps = 0
        return holds(needle, in: PlainBytes(text), steps: &steps)
    }

    /// Whether a text stands at the place of another, with capital letters of ASCII in the other taken for small ones.
    func holdsLowercased(_ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var steps = 0
        return holds(needle, in: LowercasedBytes(text), steps: &steps)
    }

    /// Whether a text stands at the place of another.
    ///
    /// - Parameter steps: Grows by the number of comparisons that a search takes.
    /// - Complexity: linear in the lengths of both.
    func holds<Text: SearchedElements>(
        _ needle: UnsafeBufferPointer<Text.Element>, in text: Text, steps: inout Int
    ) -> Bool {
        let room = text.count - needle.count
        guard room >= 0, self == .whole || !needle.isEmpty else { return false }
        switch self {
        case .whole: return room == 0 && text.stands(needle, at: 0)
        case .beginning: return text.stands(needle, at: 0)
        case .end: return text.stands(needle, at: room)
        case .anywhere: return Self.isIn(text, needle, &steps)
        }
    }

    // Inlined, the search made the other cases 2 ns slower.
    @inline(never)
    private static func isIn<Text: SearchedElements>(
        _ text: Text, _ needle: UnsafeBufferPointer<Text.Element>, _ steps: inout Int
    ) -> Bool { SubsequenceSearch.first(needle, in: text, range: 0..<text.count, steps: &steps) != nil }

    func holds(_ needle: String, in text: String) -> Bool {
        var needle = needle
        var text = text
        return needle.withUTF8 { needle in text.withUTF8 { holds(needle, in: $0) } }
    }
}
