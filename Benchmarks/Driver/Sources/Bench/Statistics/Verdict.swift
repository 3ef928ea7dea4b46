/// The result of comparing a case in two revisions.
enum Verdict: String {
    /// The cost ratio is at most 1.05 in either direction.
    case same
    /// The cost ratio is above 1.05, and the ranges do not overlap.
    case slower
    /// The cost ratio is below 1 / 1.05, and the ranges do not overlap.
    case faster
    /// The cost ratio is beyond 1.05 in either direction, but the ranges overlap.
    case doubtful

    /// The ratio up to which two figures count as the same.
    static let tolerance = 1.05

    /// Compares a figure of two revisions.
    /// - Parameter moreIsBetter: True for figures such as a speed-up, whose cost ratio is before ÷ after.
    init(before: Spread, after: Spread, moreIsBetter: Bool = false) {
        let cost =
            moreIsBetter
            ? ratio(of: before.median, to: after.median) : ratio(of: after.median, to: before.median)
        let byMedians = Verdict(costRatio: cost)
        self = byMedians != .same && before.overlaps(after) ? .doubtful : byMedians
    }

    /// Compares by a ratio alone, as that of two numbers of instructions, which have no range.
    init(costRatio: Double) {
        if costRatio > Self.tolerance {
            self = .slower
        } else if costRatio < 1 / Self.tolerance {
            self = .faster
        } else {
            self = .same
        }
    }
}
