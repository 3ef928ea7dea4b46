extension AnimatedValue {
    /// A value and a change of it; transforms are done one after another, the change first. The value itself where
    /// nothing can be added.
    func adding(_ change: AnimatedValue) -> AnimatedValue {
        switch (self, change) {
        case (.vector(let a), .vector(let b)): .vector(a + b)
        case (.transform(let a), .transform(let b)): .transform(b * a)
        case (.vectors(let a), .vectors(let b)) where a.count == b.count: .vectors(zip(a, b).map { $0 + $1 })
        default: self
        }
    }

    /// A value without a change of it; the value itself where a transform has no way back.
    func subtracting(_ change: AnimatedValue) -> AnimatedValue {
        switch (self, change) {
        case (.vector(let a), .vector(let b)): .vector(a - b)
        case (.transform(let a), .transform(let b)): b.inverse.map { .transform($0 * a) } ?? self
        case (.vectors(let a), .vectors(let b)) where a.count == b.count: .vectors(zip(a, b).map { $0 - $1 })
        default: self
        }
    }

    /// A change done a whole number of times.
    func repeated(_ times: Double) -> AnimatedValue {
        switch self {
        case .vector(let a): return .vector(a * times)
        case .transform(let a): return .transform(a.power(times))
        case .vectors(let a): return .vectors(a.map { $0 * times })
        case .path, .step: return self
        }
    }

    /// How far apart two values are; nil where that has no meaning.
    func distance(to other: AnimatedValue) -> Double? {
        switch (self, other) {
        case (.vector(let a), .vector(let b)): (a - b).length
        case (.transform(let a), .transform(let b)):
            // Of transforms their moves are compared, as their other parts have no common measure.
            SIMD4(a.r3.x - b.r3.x, a.r3.y - b.r3.y, a.r3.z - b.r3.z, 0).length
        default: nil
        }
    }
}

extension SIMD4<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}

extension Matrix4 {
    /// The transform done a whole number of times, by squaring; more than a billion times count as a billion.
    fileprivate func power(_ times: Double) -> Matrix4 {
        var left = Int(min(max(times, 0), 1e9))
        var square = self
        var result = Matrix4.identity
        while left > 0 {
            if left & 1 == 1 { result = result * square }
            square = square * square
            left >>= 1
        }
        return result
    }
}
