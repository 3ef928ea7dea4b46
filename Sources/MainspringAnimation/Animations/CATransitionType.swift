/// The kind of a transition. A kind of any other name counts as ``fade``.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The new picture comes out of the old one.
    public static let fade = CATransitionType(rawValue: "fade")
    /// The new picture moves over the old one.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// The new picture pushes the old one away.
    public static let push = CATransitionType(rawValue: "push")
    /// The old picture is uncovered from the new one.
    public static let reveal = CATransitionType(rawValue: "reveal")
}
