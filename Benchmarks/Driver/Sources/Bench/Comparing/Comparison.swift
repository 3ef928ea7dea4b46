/// A case of one program of ours, measured in two revisions.
struct Comparison {
    let item: Case
    /// The program's label, where several of ours have the case.
    let label: String?
    let before: Spread
    let after: Spread
    /// The verdict of the figures, before instructions are counted.
    let measuredVerdict: Verdict
    /// What became of a doubtful case; nil for any other.
    private(set) var settlement: Settlement?

    /// What became of a doubtful case.
    enum Settlement: Equatable {
        /// Instructions were counted; their number after ÷ before.
        case instructions(Double)
        /// Instructions were not counted, for the reason given.
        case unsettled(String)
    }

    init(_ item: Case, label: String? = nil, before: Spread, after: Spread) {
        self.item = item
        self.label = label
        self.before = before
        self.after = after
        measuredVerdict = Verdict(before: before, after: after, moreIsBetter: item.moreIsBetter)
    }

    /// Settles a doubtful case by `count`, which counts instructions of both revisions, unless they do not tell its time. Does
    /// nothing to other cases.
    mutating func settle(by count: () -> Settlement) {
        guard measuredVerdict == .doubtful else { return }
        settlement = item.reasonAgainstInstructions.map { .unsettled($0) } ?? count()
    }

    /// After ÷ before, of the medians.
    var ratio: Double { Bench.ratio(of: after.median, to: before.median) }

    var verdict: Verdict {
        if case .instructions(let ratio) = settlement { Verdict(costRatio: ratio) } else { measuredVerdict }
    }

    /// The case's name, with the program's label if there is one.
    var name: String { label.map { "\(item.name), \($0)" } ?? item.name }
}
