/// The result of comparing a text with a pattern of `LIKE`.
enum LikeOutcome {
    case match
    case difference
    /// The budget was used up before the result was known.
    case outOfTime
}

/// The parts of a pattern before, between and behind its `*`.
///
/// The first segment stands at the beginning of a text and the last one at its end. Each of the others is taken where
/// it stands first behind the one before: what is left of the text then holds whatever a later place would leave.
struct LikeSegments<Element: Equatable> {
    private struct Segment {
        /// The elements; in the place of a `?` any one.
        let elements: [Element]
        /// For each element whether it is a `?`; nil if none is.
        let isAny: [Bool]?
    }

    private let segments: [Segment]
    /// Whether some segment between two `*` has a `?`, for which no linear search is known here.
    let needsBudget: Bool

    /// - Parameters:
    ///   - segments: The elements of each segment, at least one segment; nil for a `?`.
    ///   - anyElement: Some element.
    init(_ segments: [[Element?]], anyElement: Element) {
        self.segments = segments.map { elements in
            let isAny = elements.map { $0 == nil }
            return Segment(elements: elements.map { $0 ?? anyElement }, isAny: isAny.contains(true) ? isAny : nil)
        }
        needsBudget = self.segments.dropFirst().dropLast().contains { $0.isAny != nil }
    }

    /// Whether the pattern stands for the whole text.
    func match<Text: SearchedElements>(_ text: Text, _ budget: inout PatternBudget) -> LikeOutcome
    where Text.Element == Element {
        let (first, last) = (segments[0], segments[segments.count - 1])
        guard segments.count > 1 else {
            return text.count == first.elements.count && stands(first, in: text, at: 0, &budget.steps)
                ? .match : .difference
        }
        var place = first.elements.count
        let end = text.count - last.elements.count
        guard place <= end, stands(first, in: text, at: 0, &budget.steps),
            stands(last, in: text, at: end, &budget.steps)
        else { return .difference }
        for segment in segments[1..<segments.count - 1] where !segment.elements.isEmpty {
            guard segment.elements.count <= end - place else { return .difference }
            let found: Int?
            if segment.isAny == nil {
                found = segment.elements.withUnsafeBufferPointer {
                    SubsequenceSearch.first($0, in: text, range: place..<end, steps: &budget.steps)
                }
            } else {
                var index = place
                while !stands(segment, in: text, at: index, &budget.steps) {
                    if budget.isUsedUp() { return .outOfTime }
                    index += 1
                    guard index <= end - segment.elements.count else { return .difference }
                }
                found = index
            }
            guard let found else { return .difference }
            place = found + segment.elements.count
        }
        return .match
    }

    private func stands<Text: SearchedElements>(
        _ segment: Segment, in text: Text, at index: Int, _ steps: inout Int
    ) -> Bool where Text.Element == Element {
        let elements = segment.elements
        var length = 0
        if let isAny = segment.isAny {
            while length < elements.count, isAny[length] || text[index + length] == elements[length] { length += 1 }
        } else {
            while length < elements.count, text[index + length] == elements[length] { length += 1 }
        }
        steps += length + 1
        return length == elements.count
    }
}
