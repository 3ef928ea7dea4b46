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
    /// So long may one text take.
    private static let longest = Duration.milliseconds(100)

    /// Whether a pattern stands for a whole text.
    static func matches(_ pattern: String, _ text: String, _ folding: TextFolding) throws(PredicateFailure) -> Bool {
        var pattern = pattern
        var text = text
        if folding.options.contains(.diacriticInsensitive) {
            pattern = pattern.folding(options: .diacriticInsensitive, locale: nil)
            text = text.folding(options: .diacriticInsensitive, locale: nil)
        }
        let expression = try expression(pattern, folding.options.contains(.caseInsensitive))
        let range = NSRange(location: 0, length: text.utf16.count)
        let clock = ContinuousClock()
        let start = clock.now
        var isMatch = false
        var isSlow = false
        expression.enumerateMatches(in: text, options: .reportProgress, range: range) { match, _, stop in
            if match != nil {
                isMatch = true
                stop.pointee = true
            } else if clock.now - start > longest {
                isSlow = true
                stop.pointee = true
            }
        }
        if isSlow, !isMatch { throw PredicateFailure(.slowPattern(KeyValueError.excerpt(pattern))) }
        return isMatch
    }

    private static func expression(
        _ pattern: String, _ isCaseInsensitive: Bool
    ) throws(PredicateFailure) -> NSRegularExpression {
        let key = Key(pattern: pattern, isCaseInsensitive: isCaseInsensitive)
        if let known = known.withLock({ $0[key] }) { return known }
        let options: NSRegularExpression.Options = isCaseInsensitive ? .caseInsensitive : []
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
