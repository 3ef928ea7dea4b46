/// To which side the lines of a text go. A mode of any other name counts as ``natural``.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To the one at which its script begins.
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    /// To the left.
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    /// To the right.
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    /// To the middle.
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
    /// To both, with wider spaces.
    public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}
