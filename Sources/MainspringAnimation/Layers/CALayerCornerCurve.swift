internal import Foundation

/// The shape of a layer's rounded corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A quarter of a circle.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// A curve that bends gradually.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")

    /// How many times a corner's radius the curve reaches along an edge.
    ///
    /// Source: measured by others on what Apple's platforms draw.
    var expansion: CGFloat { self == .continuous ? 1.528665 : 1 }
}
