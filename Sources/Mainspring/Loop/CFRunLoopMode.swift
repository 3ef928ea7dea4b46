/// The name of a mode: a set of sources, timers and observers that a run listens to.
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
    /// The name itself.
    public let rawValue: CFString

    /// Makes a mode's name of a string.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// Makes a mode's name of a string.
    public init(_ rawValue: CFString) { self.rawValue = rawValue }

    /// The mode that is meant unless something else is said.
    public static let defaultMode = CFRunLoopMode(rawValue: "kCFRunLoopDefaultMode")

    /// Stands for every mode that was marked common, now or later; nothing runs in it.
    public static let commonModes = CFRunLoopMode(rawValue: "kCFRunLoopCommonModes")
}

/// The default mode's older name.
@available(*, unavailable, renamed: "CFRunLoopMode.defaultMode")
public var kCFRunLoopDefaultMode: CFRunLoopMode { .defaultMode }

/// The common modes' older name.
@available(*, unavailable, renamed: "CFRunLoopMode.commonModes")
public var kCFRunLoopCommonModes: CFRunLoopMode { .commonModes }
