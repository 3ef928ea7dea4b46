/// Where in its course a gesture of a device is, such as two fingers that scroll. Ours; the names are AppKit's.
public enum EventPhase: Hashable, Sendable {
    /// The device tells of no course, as a wheel does not. A window makes one of what it scrolls: it begins with the first
    /// event, and ends when none has come for 0.15 seconds.
    case none
    /// The first event of a course.
    case began
    /// One in between.
    case changed
    /// The last one, after the fingers have left.
    case ended
    /// The last one, because something else took over.
    case cancelled

    /// Whether a course is over with it.
    var isEnd: Bool { self == .ended || self == .cancelled }
}
