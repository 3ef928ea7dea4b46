/// A range of frames a second.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
    CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// How many frames a second an animation wants.
public struct CAFrameRateRange: Hashable, Sendable {
    /// The least that will do; 0 where that is left open.
    public var minimum: Float
    /// The most that is of use; 0 where that is left open.
    public var maximum: Float
    /// What is best; nil or 0 where that is left open.
    public var preferred: Float?

    /// Leaves it to the system.
    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)

    /// A range of frames a second, `minimum` ≤ `preferred` ≤ `maximum`.
    public init(minimum: Float, maximum: Float, preferred: Float? = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }
}
