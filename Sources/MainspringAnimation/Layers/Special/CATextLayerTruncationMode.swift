/// What is left out where a text is too long for its layer. A mode of any other name counts as ``none``.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What does not fit, without a sign.
    public static let none = CATextLayerTruncationMode(rawValue: "none")
    /// The beginning of the line, with an ellipsis in its place.
    public static let start = CATextLayerTruncationMode(rawValue: "start")
    /// The end of the line, with an ellipsis in its place.
    public static let end = CATextLayerTruncationMode(rawValue: "end")
    /// The middle of the line, with an ellipsis in its place.
    public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}
