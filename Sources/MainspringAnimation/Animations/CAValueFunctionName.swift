/// What a value function makes of numbers.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A turn about x, of an angle in radians.
    public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
    /// A turn about y, of an angle in radians.
    public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
    /// A turn about z, of an angle in radians.
    public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
    /// An enlargement, of three factors.
    public static let scale = CAValueFunctionName(rawValue: "scale")
    /// An enlargement along x, of a factor.
    public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
    /// An enlargement along y, of a factor.
    public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
    /// An enlargement along z, of a factor.
    public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
    /// A move, of three distances.
    public static let translate = CAValueFunctionName(rawValue: "translate")
    /// A move along x, of a distance.
    public static let translateX = CAValueFunctionName(rawValue: "translateX")
    /// A move along y, of a distance.
    public static let translateY = CAValueFunctionName(rawValue: "translateY")
    /// A move along z, of a distance.
    public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}
