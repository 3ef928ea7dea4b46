/// What lies between the values of a keyframe animation. A mode of any other name counts as ``linear``.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The way from each value to the next is straight.
    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    /// Each value stays until the next one.
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Straight, and the speed is the same all the way.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    /// A smooth curve goes through all values.
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    /// A smooth curve, and the speed is the same all the way.
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")

    var isPaced: Bool { self == .paced || self == .cubicPaced }
    var isCubic: Bool { self == .cubic || self == .cubicPaced }
}
