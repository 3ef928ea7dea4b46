/// A step of a smooth curve through values, by the values at its ends and the directions there.
///
/// Source: Kochanek and Bartels, "Interpolating splines with local tension, continuity, and bias control", 1984.
struct CubicStep: Hashable, Sendable {
    var start: SIMD4<Double>
    var end: SIMD4<Double>
    var leaving: SIMD4<Double>
    var arriving: SIMD4<Double>

    /// The shape of the curve at a value.
    struct Shape: Hashable, Sendable {
        var tension = 0.0
        var continuity = 0.0
        var bias = 0.0
    }

    /// The steps of the curve through values.
    ///
    /// In front of the first value and behind the last one the curve goes on straight, as is reported of QuartzCore.
    /// - Parameters:
    ///   - values: At least two.
    ///   - shape: The shape at a value, by its index.
    ///   - length: How long a step takes, by its index; neighbours of unequal length keep one speed at their common
    ///     value.
    static func steps(
        through values: [SIMD4<Double>], shape: (Int) -> Shape, length: (Int) -> Double
    ) -> [CubicStep] {
        let last = values.count - 1
        return (0..<last).map { index in
            let way = values[index + 1] - values[index]
            let before = index > 0 ? values[index] - values[index - 1] : way
            let after = index + 1 < last ? values[index + 2] - values[index + 1] : way
            // Both parts of a direction are told in the time of this step.
            func factor(_ other: Int) -> Double {
                guard other >= 0, other < last else { return 1 }
                let sum = length(index) + length(other)
                return sum > 0 ? 2 * length(index) / sum : 1
            }
            let s = shape(index)
            let e = shape(index + 1)
            let leavingBefore = (1 - s.tension) * (1 + s.continuity) * (1 + s.bias) / 2
            let leavingAfter = (1 - s.tension) * (1 - s.continuity) * (1 - s.bias) / 2
            let arrivingBefore = (1 - e.tension) * (1 - e.continuity) * (1 + e.bias) / 2
            let arrivingAfter = (1 - e.tension) * (1 + e.continuity) * (1 - e.bias) / 2
            let leaving = before * leavingBefore + way * leavingAfter
            let arriving = way * arrivingBefore + after * arrivingAfter
            return CubicStep(
                start: values[index], end: values[index + 1], leaving: leaving * factor(index - 1),
                arriving: arriving * factor(index + 1))
        }
    }

    /// The value at a part of the step: Hermite's cubic.
    func value(at t: Double) -> SIMD4<Double> {
        let t2 = t * t
        let t3 = t2 * t
        var result = start * (2 * t3 - 3 * t2 + 1)
        result += leaving * (t3 - 2 * t2 + t)
        result += end * (3 * t2 - 2 * t3)
        result += arriving * (t3 - t2)
        return result
    }
}
