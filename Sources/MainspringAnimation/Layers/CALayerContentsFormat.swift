/// What the contents that a layer draws are made of.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Eight bits for each of red, green, blue and alpha.
    public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
    /// What suits what is drawn.
    public static let automatic = CALayerContentsFormat(rawValue: "automatic")
    /// Sixteen bits, floating, for each of red, green, blue and alpha.
    public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
    /// Eight bits of grey.
    public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
}
