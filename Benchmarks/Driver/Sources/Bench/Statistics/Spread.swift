/// The median and the range of the figures of several runs.
struct Spread: Equatable {
    let median: Double
    let lowest: Double
    let highest: Double

    /// Creates the spread of the figures; nil if there are none. The median of an even number of figures is the mean of the
    /// two in the middle.
    init?(_ figures: [Double]) {
        let sorted = figures.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        lowest = first
        highest = last
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// Returns true if a figure can lie in both ranges.
    func overlaps(_ other: Spread) -> Bool {
        lowest <= other.highest && other.lowest <= highest
    }
}

/// Returns a figure divided by an earlier one: 1 if both are zero, infinity if only the earlier one is.
func ratio(of after: Double, to before: Double) -> Double {
    before == 0 ? (after == 0 ? 1 : .infinity) : after / before
}
