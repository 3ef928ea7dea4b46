/// The places in a run at which observers are called; the numbers are Apple's.
public struct CFRunLoopActivity: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: CFOptionFlags

    /// Makes a set of its bits.
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// A run begins.
    public static let entry = CFRunLoopActivity(rawValue: 1 << 0)
    /// Timers are about to be looked at.
    public static let beforeTimers = CFRunLoopActivity(rawValue: 1 << 1)
    /// Sources are about to be looked at.
    public static let beforeSources = CFRunLoopActivity(rawValue: 1 << 2)
    /// The loop is about to sleep.
    public static let beforeWaiting = CFRunLoopActivity(rawValue: 1 << 5)
    /// The loop has woken, and has not yet handled what woke it.
    public static let afterWaiting = CFRunLoopActivity(rawValue: 1 << 6)
    /// The run ends.
    public static let exit = CFRunLoopActivity(rawValue: 1 << 7)
    /// All of them, and those to come.
    public static let allActivities = CFRunLoopActivity(rawValue: 0x0FFF_FFFF)
}
