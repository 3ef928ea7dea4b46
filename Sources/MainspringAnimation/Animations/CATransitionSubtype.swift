/// Where a transition comes from.
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
    /// From the layer's top edge.
    public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
    /// From the layer's bottom edge.
    public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}
