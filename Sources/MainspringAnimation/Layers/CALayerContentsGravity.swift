/// How a layer's contents lie in its bounds. A gravity of any other name counts as ``center``.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In their own size, in the middle.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// In their own size, at the middle of the top edge.
    public static let top = CALayerContentsGravity(rawValue: "top")
    /// In their own size, at the middle of the bottom edge.
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    /// In their own size, at the middle of the left edge.
    public static let left = CALayerContentsGravity(rawValue: "left")
    /// In their own size, at the middle of the right edge.
    public static let right = CALayerContentsGravity(rawValue: "right")
    /// In their own size, in the top left corner.
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    /// In their own size, in the top right corner.
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    /// In their own size, in the bottom left corner.
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    /// In their own size, in the bottom right corner.
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    /// Stretched to the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// As large as fits into the bounds, in their own proportions.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// As small as fills the bounds, in their own proportions.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}
