/// What counts as inside a path that crosses itself. A rule of any other name counts as ``nonZero``.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What the path winds around, more often one way than the other.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    /// What the path must be crossed an odd number of times to leave.
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}
