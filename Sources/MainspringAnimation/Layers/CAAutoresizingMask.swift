/// What of a layer follows when its superlayer is resized: the distances from its edges, its size.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
    /// A bit for each part.
    public let rawValue: UInt32

    /// The parts of a set of bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The distance from the edge of the least x.
    public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1 << 0)
    /// The width.
    public static let layerWidthSizable = CAAutoresizingMask(rawValue: 1 << 1)
    /// The distance from the edge of the greatest x.
    public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 1 << 2)
    /// The distance from the edge of the least y.
    public static let layerMinYMargin = CAAutoresizingMask(rawValue: 1 << 3)
    /// The height.
    public static let layerHeightSizable = CAAutoresizingMask(rawValue: 1 << 4)
    /// The distance from the edge of the greatest y.
    public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 1 << 5)
}
