internal import Foundation
internal import Locks

/// The regular expressions of `MATCHES`, each made once.
enum RegularExpressions {
    private struct Key: Hashable {
        let pattern: String
        let isCaseInsensitive: Bool
    }

    /// So many are kept. Beyond that all are forgotten, which costs less than to know which was used last.
    private static let limit = 256
    private static let known = Guarded<[Key: NSRegularExpression]>([:])

    /// Whether a pattern stands for a whole text.
    static func matches(_ pattern: String, _ text: String, _ folding: TextFolding) throws(PredicateFailure) -> Bool {
        var pattern = pattern
        var text = text
        if folding.options.contains(.diacriticInsensitive) {
            pattern = withoutDiacritics(pattern)
            text = withoutDiacritics(text)
        }
        let key = Key(pattern: pattern, isCaseInsensitive: folding.options.contains(.caseInsensitive))
        let slowKey = PatternKey(operation: .matches, pattern: pattern, options: folding.options)
        try SlowPatterns.check(slowKey)
        let expression = try expression(key)
        let range = NSRange(location: 0, length: text.utf16.count)
        let clock = ContinuousClock()
        let start = clock.now
        var isMatch = false
        var isSlow = false
        var isTooLarge = false
        expression.enumerateMatches(in: text, options: [.reportProgress, .reportCompletion], range: range) {
            match, flags, stop in
            if match != nil {
                isMatch = true
                stop.pointee = true
            } else if flags.contains(.internalError) {
                // Its stack of places to go back to is full: that is not to say that there is no match.
                isTooLarge = true
            } else if flags.contains(.progress), clock.now - start > PatternBudget.longest {
                isSlow = true
                stop.pointee = true
            }
        }
        if isMatch { return true }
        if isSlow { throw SlowPatterns.add(slowKey) }
        if isTooLarge { throw PredicateFailure(.exhaustedPattern(KeyValueError.excerpt(pattern))) }
        return false
    }

    private static func withoutDiacritics(_ text: String) -> String {
        TextPieces.map(text) { $0.folding(options: .diacriticInsensitive, locale: nil) }
    }

    private static func expression(_ key: Key) throws(PredicateFailure) -> NSRegularExpression {
        let pattern = key.pattern
        if let known = known.withLock({ $0[key] }) { return known }
        let options: NSRegularExpression.Options = key.isCaseInsensitive ? .caseInsensitive : []
        // By itself first, so that its parentheses cannot close ours; the empty one is none by itself. And what ends a
        // comment in it is a line's end.
        let ending = pattern.contains("#") && pattern.contains("(?") ? "\n)\\z" : ")\\z"
        guard pattern.isEmpty || (try? NSRegularExpression(pattern: pattern, options: options)) != nil,
            let made = try? NSRegularExpression(pattern: "\\A(?:" + pattern + ending, options: options)
        else { throw PredicateFailure(.malformedPattern(KeyValueError.excerpt(pattern))) }
        known.withLock {
            if $0.count >= limit { $0.removeAll() }
            $0[key] = made
        }
        return made
    }
}
