/// Along what a gradient's colours change. A type of any other name counts as ``axial``.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Along the line from the start point to the end point.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// From the start point outwards, to an ellipse of which the end point is a corner of the box around it.
    public static let radial = CAGradientLayerType(rawValue: "radial")
    /// Around the start point, beginning towards the end point.
    public static let conic = CAGradientLayerType(rawValue: "conic")
}
