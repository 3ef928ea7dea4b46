import Foundation

/// Lengths that are alternately drawn and left out, and where in them a line begins.
struct DashPattern: Equatable, Sendable {
    /// An even number of lengths, of which at least one is positive.
    let lengths: [CGFloat]
    /// The sum of the lengths.
    let period: CGFloat
    /// Which length a line begins in, and how much of it is left.
    let first: (index: Int, rest: CGFloat)

    /// Nil if the lengths make no pattern, which means a solid line.
    init?(phase: CGFloat, lengths: [CGFloat]) {
        guard phase.isFinite, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
        let even = lengths.count % 2 == 0 ? lengths : lengths + lengths
        period = even.reduce(0, +)
        guard period > 0, period.isFinite else { return nil }
        self.lengths = even
        var rest = phase.truncatingRemainder(dividingBy: period)
        if rest < 0 { rest += period }
        var index = 0
        while rest > 0, rest >= even[index], index < even.count - 1 {
            rest -= even[index]
            index += 1
        }
        first = (index, max(even[index] - rest, 0))
    }

    static func == (left: DashPattern, right: DashPattern) -> Bool {
        left.lengths == right.lengths && left.first == right.first
    }
}
