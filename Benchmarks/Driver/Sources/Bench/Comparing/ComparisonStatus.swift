/// The exit status of a comparison.
enum ComparisonStatus: Int32 {
    case nothingSlower = 0
    case slower = 1
    /// A case that both revisions have was not measured, or there was no case to compare, and nothing else is slower.
    case incomplete = 3

    init(_ comparisons: [Comparison], isWhole: Bool) {
        if comparisons.contains(where: { $0.verdict == .slower }) {
            self = .slower
        } else {
            self = isWhole && !comparisons.isEmpty ? .nothingSlower : .incomplete
        }
    }
}
