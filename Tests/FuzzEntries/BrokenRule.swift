/// A promise that did not hold for some input.
public struct BrokenRule: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which promise, and what was found instead.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Breaks a rule unless a condition holds.
func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws(BrokenRule) {
    guard condition else { throw BrokenRule(sentence()) }
}
