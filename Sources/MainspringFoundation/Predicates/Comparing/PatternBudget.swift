internal import Foundation

/// The time that one text may take with a pattern of `MATCHES` or `LIKE`, and the number of comparisons so far.
struct PatternBudget {
    /// The time for one text.
    static let longest = Duration.milliseconds(100)
    /// Comparisons between two looks at the clock, which costs as much as some tens of them.
    private static let interval = 65_536

    private let limit: Duration
    /// The time of the first look at the clock; nil before it.
    private var start: ContinuousClock.Instant?
    private var nextLook = interval
    /// The number of comparisons of elements.
    var steps = 0

    init(limit: Duration = Self.longest) { self.limit = limit }

    /// Whether the time is up. Looks at the clock if enough comparisons have been made since the last look.
    mutating func isUsedUp() -> Bool {
        guard steps >= nextLook else { return false }
        nextLook = steps + Self.interval
        let now = ContinuousClock.now
        guard let start else {
            start = now
            return false
        }
        return now - start > limit
    }
}

/// A pattern with the operator and the options by which texts are compared with it.
struct PatternKey: Hashable {
    let operation: NSComparisonPredicate.Operator
    let pattern: String
    let options: NSComparisonPredicate.Options

    /// The error of a pattern that takes too long.
    var failure: PredicateFailure { PredicateFailure(.slowPattern(KeyValueError.excerpt(pattern))) }

    static func == (left: PatternKey, right: PatternKey) -> Bool {
        left.operation == right.operation && left.options == right.options
            && ValueEquality.areLiterallyEqual(left.pattern, right.pattern)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(operation)
        hasher.combine(pattern)
        hasher.combine(options.rawValue)
    }
}
