internal import Foundation

/// Whether texts stand in a comparison to another text, as predicates find it; for stores that ask for each row.
///
/// Made ready once for the other text. Constant, and may be asked by any thread.
package final class TextMatch: Sendable {
    private let operation: ComparisonOperation
    private let pattern: String
    /// Nil where the order is that of a locale, and for regular expressions, whose errors are thrown here.
    private let question: TextQuestion?

    /// - Throws: what is wrong with a regular expression.
    package init(
        _ type: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options, _ pattern: String
    ) throws(PredicateFailure) {
        operation = ComparisonOperation(type, options)
        self.pattern = pattern
        question = type == .matches ? nil : TextQuestion.make(type, options, pattern)
        if type == .matches { _ = try operation.holds("", pattern) }
    }

    /// - Throws: that a regular expression, or a pattern with `?`, takes too long with the text.
    package func holds(_ text: String) throws(PredicateFailure) -> Bool {
        if let question { return try question.result(for: text) }
        return try operation.holds(text, pattern)
    }

    /// The same for the bytes of a text in UTF-8, which are looked at where they are, if that can be.
    /// - Throws: that a regular expression, or a pattern with `?`, takes too long with the text.
    package func holds(utf8 bytes: UnsafeRawBufferPointer) throws(PredicateFailure) -> Bool {
        // Those of an empty text may be nowhere.
        if let question, bytes.baseAddress != nil {
            let quick = bytes.withMemoryRebound(to: UInt8.self) { question.holdsIfASCII($0) }
            if let quick { return quick }
        }
        return try holds(String(decoding: bytes, as: UTF8.self))
    }
}
