internal import Foundation

/// Which frames serve somebody who does not want them all.
extension FrameGrid {
    /// The frames for a range of rates: every n-th of these, so that they come evenly.
    ///
    /// Of the rates within the range it is the one nearest to the preferred rate, the faster of two that are as near;
    /// without a preferred rate, the fastest. If none is within the range, the range is not asked. What is 0, negative
    /// or no number is left open.
    func serving(_ range: CAFrameRateRange) -> FrameGrid {
        let minimum = Self.known(range.minimum) ?? 0
        let maximum = Self.known(range.maximum) ?? .infinity
        let wanted = Self.known(range.preferred ?? 0).map { max(min($0, maximum), minimum) } ?? min(maximum, rate)
        return every(divisor(for: wanted, within: divisors(from: minimum, to: maximum)))
    }

    /// Slower than that it does not get: more than four hours from one frame to the next at 60 a second.
    private static let slowest = 1_000_000

    /// The divisors whose rates are within a range; all of them if none is.
    private func divisors(from minimum: Double, to maximum: Double) -> ClosedRange<Int> {
        let first = min(max((rate / maximum).rounded(.up), 1), Double(Self.slowest))
        let last = minimum > 0 ? min((rate / minimum).rounded(.down), Double(Self.slowest)) : Double(Self.slowest)
        return first <= last ? Int(first)...Int(last) : 1...Self.slowest
    }

    private func divisor(for wanted: Double, within divisors: ClosedRange<Int>) -> Int {
        let exact = min(max(rate / wanted, Double(divisors.lowerBound)), Double(divisors.upperBound))
        let (fast, slow) = (exact.rounded(.down), exact.rounded(.up))
        return Int(rate / fast - wanted <= wanted - rate / slow ? fast : slow)
    }

    /// A rate, unless it is left open.
    private static func known(_ rate: Float) -> Double? { rate > 0 && rate.isFinite ? Double(rate) : nil }
}
