import SeededRandom

/// What making scenarios needs of random numbers.
extension SeededGenerator {
    /// True in so many of a hundred cases.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A number from 0 up to, not including, a limit.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// One of several values, all as likely.
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// One of several values, by weight.
    mutating func pick<Value>(weighted values: [(Int, Value)]) -> Value {
        var rest = below(values.reduce(0) { $0 + $1.0 })
        for (weight, value) in values {
            rest -= weight
            if rest < 0 { return value }
        }
        preconditionFailure("The weights of a choice must not all be zero.")
    }
}
