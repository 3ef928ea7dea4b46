/// Where a transition comes from; without one it comes from the left.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// From the layer's right edge.
    public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
    /// From the layer's left edge.
    public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
    /// From the edge where y is greatest: the top where y grows upwards, and the bottom where it grows downwards, as on
    /// iOS.
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    /// From the edge where y is least.
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
