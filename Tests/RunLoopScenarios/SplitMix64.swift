/// A small seeded generator of random numbers, so that a seed names a scenario for ever.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator; equal seeds give equal numbers.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

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
