/// From what of the shape particles come. A mode of any other name counts as ``volume``.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// From its corners, or its ends.
    public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
    /// From its edges.
    public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
    /// From its surface.
    public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
    /// From all of it.
    public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}
