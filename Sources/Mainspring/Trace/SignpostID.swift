/// Which interval or flow of a name is meant, when several may be under way at once.
///
/// Ours, in the shape of `OSSignpostID`.
public struct SignpostID: RawRepresentable, Hashable, Sendable {
    /// The number that stands in the trace.
    public var rawValue: UInt64

    /// An identifier with a number of the caller's, such as a row's or a request's.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// An identifier with a number of the caller's, such as a row's or a request's.
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// No identifier: the interval begins and ends on one thread, inside or outside others of it.
    ///
    /// What turns out otherwise is recorded all the same, as an interval beside the thread's own slices.
    public static let exclusive = SignpostID(0)
}
