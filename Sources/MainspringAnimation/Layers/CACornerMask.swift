/// Which corners of a layer are rounded.
public struct CACornerMask: OptionSet, Hashable, Sendable {
    /// A bit for each corner.
    public let rawValue: UInt

    /// The corners of a set of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// That of the least x and the least y.
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
    /// That of the greatest x and the least y.
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
    /// That of the least x and the greatest y.
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
    /// That of the greatest x and the greatest y.
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)
}
