internal import Foundation

/// A pattern of `LIKE`: `?` stands for one character, `*` for any number, and `\` before either for itself.
struct LikePattern {
    private let key: PatternKey
    private let folding: TextFolding
    private let characters: LikeSegments<Character>
    /// The same for texts of ASCII; nil if the pattern has other characters.
    private let bytes: LikeSegments<UInt8>?

    /// Whether a text can take longer than a time in proportion to its length.
    var needsBudget: Bool { characters.needsBudget }

    init(_ pattern: String, _ folding: TextFolding) {
        key = PatternKey(operation: .like, pattern: pattern, options: folding.options)
        self.folding = folding
        var segments: [[Character?]] = [[]]
        func append(_ character: Character?) { segments[segments.count - 1].append(character) }
        var isEscaped = false
        for character in folding.folded(pattern) {
            switch character {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "?" where !isEscaped: append(nil)
            case "*" where !isEscaped: segments.append([])
            default:
                if isEscaped, character != "?", character != "*", character != "\\" { append("\\") }
                append(character)
            }
            isEscaped = false
        }
        if isEscaped { append("\\") }
        characters = LikeSegments(segments, anyElement: "?")
        // A line end of two characters is one of ASCII without being one byte.
        let isPlain = segments.allSatisfy { $0.allSatisfy { $0.map { $0.utf8.count == 1 } ?? true } }
        bytes =
            isPlain
            ? LikeSegments(segments.map { $0.map { $0.map { $0.utf8.first ?? 0 } } }, anyElement: UInt8(ascii: "?"))
            : nil
    }

    /// Whether the pattern stands for the whole text.
    ///
    /// - Complexity: linear in the lengths of both, unless a `?` stands between two `*`.
    /// - Throws: that the text takes longer than the budget, which only a pattern with such a `?` can.
    func matches(_ text: String) throws(PredicateFailure) -> Bool {
        if needsBudget { try SlowPatterns.check(key) }
        var budget = PatternBudget()
        return try matches(text, &budget)
    }

    /// Whether the pattern stands for the whole text, within a budget that counts comparisons.
    func matches(_ text: String, _ budget: inout PatternBudget) throws(PredicateFailure) -> Bool {
        if let quick = text.utf8.withContiguousStorageIfAvailable({ outcomeIfASCII($0, isFolded: false, &budget) }),
            let outcome = quick
        {
            return try result(outcome)
        }
        var folded = folding.folded(text)
        if let outcome = folded.withUTF8({ outcomeIfASCII($0, isFolded: true, &budget) }) {
            return try result(outcome)
        }
        return try result(
            Array(folded).withUnsafeBufferPointer { characters.match(TextCharacters($0), &budget) })
    }

    /// Whether the pattern stands for the whole of a text of ASCII, given as bytes; nil for another text, or if the
    /// pattern has other characters or needs a budget.
    func matchesIfASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard !needsBudget else { return nil }
        var budget = PatternBudget()
        return outcomeIfASCII(text, isFolded: false, &budget).map { $0 == .match }
    }

    private func outcomeIfASCII(
        _ text: UnsafeBufferPointer<UInt8>, isFolded: Bool, _ budget: inout PatternBudget
    ) -> LikeOutcome? {
        guard let bytes, TextOrder.isASCII(text), !text.contains(0x0D) else { return nil }
        return folding.keepsASCII || isFolded
            ? bytes.match(PlainBytes(text), &budget) : bytes.match(LowercasedBytes(text), &budget)
    }

    private func result(_ outcome: LikeOutcome) throws(PredicateFailure) -> Bool {
        switch outcome {
        case .match: return true
        case .difference: return false
        case .outOfTime: throw SlowPatterns.add(key)
        }
    }
}
