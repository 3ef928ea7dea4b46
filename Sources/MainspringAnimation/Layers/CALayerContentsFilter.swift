/// How pixels are found between those of a layer's contents.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The nearest one.
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    /// Between the four nearest.
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    /// Between those of pictures made smaller beforehand.
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}
