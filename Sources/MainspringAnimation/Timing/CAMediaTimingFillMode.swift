/// What a timed object does before its beginning and after its end. A mode of any other name counts as ``removed``.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// What has the name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Its last value stays after its end.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// Its first value shows before its beginning.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    /// Both ``forwards`` and ``backwards``.
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// It shows nothing outside of its time.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")

    /// Whether the first value shows before the beginning.
    var fillsBackwards: Bool { self == .backwards || self == .both }
    /// Whether the last value stays after the end.
    var fillsForwards: Bool { self == .forwards || self == .both }
}
