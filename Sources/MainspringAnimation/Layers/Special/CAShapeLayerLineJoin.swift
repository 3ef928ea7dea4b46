/// How lines meet in a corner. A join of any other name counts as ``miter``.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In a point, where it does not become too long.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    /// In a part of a circle.
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// Cut off.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}
