import Foundation

/// Integration by the values of a function at sixteen points between two bounds (Gauss and Legendre; Abramowitz and
/// Stegun, 25.4.30), halved until halving changes nothing.
enum GaussLegendre {
    /// Points between -1 and 1 with their weights: the zeros of the Legendre polynomial, found by Newton's steps.
    private static let points: [(position: CGFloat, weight: CGFloat)] = {
        let order = 16
        return (1...order).map { index in
            var position = cos(CGFloat.pi * (CGFloat(index) - 0.25) / (CGFloat(order) + 0.5))
            var slope: CGFloat = 1
            for _ in 0..<100 {
                var (value, previous) = (position, CGFloat(1))
                for degree in 2...order {
                    let degree = CGFloat(degree)
                    (value, previous) = (
                        ((2 * degree - 1) * position * value - (degree - 1) * previous) / degree, value
                    )
                }
                slope = CGFloat(order) * (position * value - previous) / (position * position - 1)
                let step = value / slope
                position -= step
                if abs(step) < 1e-16 { break }
            }
            return (position, 2 / ((1 - position * position) * slope * slope))
        }
    }()

    /// The integral of a function by one application of the rule.
    static func once(from first: CGFloat, to last: CGFloat, _ function: (CGFloat) -> CGFloat) -> CGFloat {
        let (middle, half) = ((first + last) / 2, (last - first) / 2)
        var sum: CGFloat = 0
        for point in points { sum += point.weight * function(middle + half * point.position) }
        return sum * half
    }

    /// The integral of a function to ten digits; where the function is not smooth, to what twelve halvings give.
    static func integral(from first: CGFloat, to last: CGFloat, _ function: (CGFloat) -> CGFloat) -> CGFloat {
        refined(from: first, to: last, whole: once(from: first, to: last, function), depth: 12, function)
    }

    private static func refined(
        from first: CGFloat, to last: CGFloat, whole: CGFloat, depth: Int, _ function: (CGFloat) -> CGFloat
    ) -> CGFloat {
        let middle = (first + last) / 2
        let left = once(from: first, to: middle, function)
        let right = once(from: middle, to: last, function)
        let sum = left + right
        guard depth > 0, sum.isFinite, abs(sum - whole) > 1e-10 * abs(sum) else { return sum }
        return refined(from: first, to: middle, whole: left, depth: depth - 1, function)
            + refined(from: middle, to: last, whole: right, depth: depth - 1, function)
    }
}
