internal import Foundation

/// What a text is asked for, made ready once.
///
/// Constant, and may be asked by any thread.
class TextQuestion: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and so are those of the subclasses.

    func holds(_ text: String) -> Bool { false }

    /// The result for a text, or why there is none.
    func result(for text: String) throws(PredicateFailure) -> Bool { holds(text) }

    /// The same for the bytes of a text of ASCII; nil if the question, or the text, is not of that kind.
    func holdsIfASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool? { nil }

    /// The result for no text.
    var resultForNothing: Bool { false }

    /// Makes the question of an operator and its right side; nil for an operator that is not one of texts.
    static func make(
        _ type: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options, _ text: String
    ) -> TextQuestion? {
        let folding = TextFolding(options: options)
        if OrderRelation(type) != nil, options.contains(.localeSensitive) { return nil }
        switch type {
        case .equalTo: return TextPlaceQuestion(.whole, folding, text, isOpposite: false)
        case .notEqualTo: return TextPlaceQuestion(.whole, folding, text, isOpposite: true)
        case .beginsWith: return TextPlaceQuestion(.beginning, folding, text, isOpposite: false)
        case .endsWith: return TextPlaceQuestion(.end, folding, text, isOpposite: false)
        case .contains: return TextPlaceQuestion(.anywhere, folding, text, isOpposite: false)
        case .like: return LikeQuestion(folding, text)
        case .matches: return RegularExpressionQuestion(folding, text)
        default: return OrderRelation(type).map { TextOrderQuestion($0, folding, text) }
        }
    }
}

/// Whether a text stands in another.
final class TextPlaceQuestion: TextQuestion, @unchecked Sendable {
    private let place: TextPlace
    private let isOpposite: Bool
    private let folding: TextFolding
    private let needle: TextBytes
    /// Without options equality asks for the same characters written alike.
    private let isLiteral: Bool
    private let lowersASCII: Bool

    init(_ place: TextPlace, _ folding: TextFolding, _ needle: String, isOpposite: Bool) {
        self.place = place
        self.folding = folding
        self.isOpposite = isOpposite
        isLiteral =
            place == .whole && folding.options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
        self.needle = TextBytes(isLiteral ? needle : folding.folded(needle))
        lowersASCII = !folding.keepsASCII
    }

    override var resultForNothing: Bool { isOpposite }

    override func holds(_ text: String) -> Bool {
        let quick = text.utf8.withContiguousStorageIfAvailable { holdsIfASCII($0) }
        if let quick, let quick { return quick }
        let folded = TextBytes(isLiteral ? text : folding.folded(text))
        return place.holds(needle.bytes, in: folded.bytes) != isOpposite
    }

    /// Compares a text of ASCII where it is; nil for any other, the folding of which costs microseconds.
    override func holdsIfASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard TextOrder.isASCII(text) else { return nil }
        guard needle.isASCII else { return isOpposite }
        let holds = lowersASCII ? place.holdsLowercased(needle.bytes, in: text) : place.holds(needle.bytes, in: text)
        return holds != isOpposite
    }
}

/// Whether a text precedes another.
final class TextOrderQuestion: TextQuestion, @unchecked Sendable {
    private let relation: OrderRelation
    private let folding: TextFolding
    private let other: String

    init(_ relation: OrderRelation, _ folding: TextFolding, _ other: String) {
        self.relation = relation
        self.folding = folding
        self.other = other
    }

    override func holds(_ text: String) -> Bool {
        relation.holds(folding.compare(text, other).rawValue, ComparisonResult.orderedSame.rawValue)
    }
}

/// Whether a text is like a pattern.
final class LikeQuestion: TextQuestion, @unchecked Sendable {
    private let pattern: LikePattern

    init(_ folding: TextFolding, _ pattern: String) { self.pattern = LikePattern(pattern, folding) }

    override func holds(_ text: String) -> Bool {
        do {
            return try pattern.matches(text)
        } catch {
            PredicateFailure.report(error)
            return false
        }
    }

    override func result(for text: String) throws(PredicateFailure) -> Bool { try pattern.matches(text) }

    override func holdsIfASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool? { pattern.matchesIfASCII(text) }
}

/// Whether a text matches a regular expression.
final class RegularExpressionQuestion: TextQuestion, @unchecked Sendable {
    private let folding: TextFolding
    private let pattern: String

    init(_ folding: TextFolding, _ pattern: String) {
        self.folding = folding
        self.pattern = pattern
    }

    override func holds(_ text: String) -> Bool {
        do {
            return try RegularExpressions.matches(pattern, text, folding)
        } catch {
            PredicateFailure.report(error)
            return false
        }
    }
}
