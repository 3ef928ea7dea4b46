/// How values move: element by element, transforms too, so that what is added up is exactly as fast as its parts.
extension AnimatedValue {
    /// The value and so many times another one of its form; the value itself where the other is of another form.
    func adding(_ velocity: AnimatedValue, times: Double) -> AnimatedValue {
        switch (self, velocity) {
        case (.vector(let a), .vector(let v)): .vector(a + v * times)
        case (.transform(let a), .transform(let v)):
            .transform(
                Matrix4(a.r0 + v.r0 * times, a.r1 + v.r1 * times, a.r2 + v.r2 * times, a.r3 + v.r3 * times))
        case (.vectors(let a), .vectors(let v)) where a.count == v.count:
            .vectors(zip(a, v).map { $0 + $1 * times })
        default: self
        }
    }

    /// The value of its form of which all elements are 0; nil where a value does not move by degrees.
    var still: AnimatedValue? {
        switch self {
        case .vector: .vector(.zero)
        case .transform: .transform(Matrix4(.zero, .zero, .zero, .zero))
        case .vectors(let list): .vectors(list.map { _ in .zero })
        case .path, .step: nil
        }
    }

    /// The root of the sum of all squares; 0 where there are no numbers.
    var magnitude: Double {
        func square(_ v: SIMD4<Double>) -> Double { (v * v).sum() }
        return switch self {
        case .vector(let v): square(v).squareRoot()
        case .transform(let m): (square(m.r0) + square(m.r1) + square(m.r2) + square(m.r3)).squareRoot()
        case .vectors(let list): list.map(square).reduce(0, +).squareRoot()
        case .path, .step: 0
        }
    }

    /// How fast a value changes at an instant, by its values near it: of the fourth order, from one side.
    /// - Parameters:
    ///   - span: From when to when the values belong to the same course.
    ///   - value: The value at an instant.
    static func velocity(
        at time: Double, within span: (start: Double, end: Double), of value: (Double) -> AnimatedValue?
    ) -> AnimatedValue? {
        let room = max(time - span.start, span.end - time)
        let step = min(1e-4, room / 8)
        guard step > 0, let here = value(time) else { return nil }
        let side = time + 4 * step <= span.end ? step : -step
        guard var sum = here.still?.adding(here, times: -25) else { return nil }
        for (index, weight) in [48.0, -36, 16, -3].enumerated() {
            guard let there = value(time + Double(index + 1) * side) else { return nil }
            sum = sum.adding(there, times: weight)
        }
        return sum.still?.adding(sum, times: 1 / (12 * side))
    }
}
