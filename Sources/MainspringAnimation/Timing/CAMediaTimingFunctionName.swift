internal import Diagnostics

/// The name of one of the timing functions that need no control points.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Evenly.
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    /// Slowly at first.
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    /// Slowly at the end.
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    /// Slowly at both ends.
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    /// What implicit animations have: quickly off, slowly on.
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")

    /// x and y of the two inner control points.
    ///
    /// Source: the classes' documentation, which draws them, and the same names in CSS Easing.
    var controlPoints: (Float, Float, Float, Float) {
        switch self {
        case .linear: return (0, 0, 1, 1)
        case .easeIn: return (0.42, 0, 1, 1)
        case .easeOut: return (0, 0, 0.58, 1)
        case .easeInEaseOut: return (0.42, 0, 0.58, 1)
        case .default: return (0.25, 0.1, 0.25, 1)
        default:
            report("Mainspring: there is no timing function named “\(rawValue)”: the linear one is used.")
            return (0, 0, 1, 1)
        }
    }
}
