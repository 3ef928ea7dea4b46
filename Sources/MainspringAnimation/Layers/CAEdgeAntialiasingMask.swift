/// Which edges of a layer are smoothed where they lie between pixels.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
    /// A bit for each edge.
    public let rawValue: UInt32

    /// The edges of a set of bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// That of the least x.
    public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1 << 0)
    /// That of the greatest x.
    public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 1 << 1)
    /// That of the least y.
    public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 1 << 2)
    /// That of the greatest y.
    public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 1 << 3)
}
