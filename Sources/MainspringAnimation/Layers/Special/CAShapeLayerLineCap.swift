/// How the ends of lines look. A cap of any other name counts as ``butt``.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Cut off at the end.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// With half a circle beyond the end.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// With half a square beyond the end.
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}
