/// The name of a mode: a set of sources, timers and observers that a run listens to.
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
    /// The two names that every loop knows; told apart once, so that comparing modes rarely compares strings.
    enum Kind: UInt8 {
        case defaultMode, commonModes, other
    }

    /// The name itself.
    public let rawValue: CFString
    let kind: Kind

    private static let defaultName = "kCFRunLoopDefaultMode"
    private static let commonName = "kCFRunLoopCommonModes"

    /// Makes a mode's name of a string.
    public init(rawValue: CFString) {
        self.rawValue = rawValue
        kind = rawValue == Self.defaultName ? .defaultMode : rawValue == Self.commonName ? .commonModes : .other
    }

    /// Makes a mode's name of a string.
    public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

    /// The mode that is meant unless something else is said.
    public static let defaultMode = CFRunLoopMode(rawValue: defaultName)

    /// Stands for every mode that was marked common, now or later; nothing runs in it.
    public static let commonModes = CFRunLoopMode(rawValue: commonName)

    /// Whether two names are the same.
    public static func == (left: CFRunLoopMode, right: CFRunLoopMode) -> Bool {
        left.kind == right.kind && (left.kind != .other || left.rawValue == right.rawValue)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The default mode's older name.
@available(*, unavailable, renamed: "CFRunLoopMode.defaultMode")
public var kCFRunLoopDefaultMode: CFRunLoopMode { .defaultMode }

/// The common modes' older name.
@available(*, unavailable, renamed: "CFRunLoopMode.commonModes")
public var kCFRunLoopCommonModes: CFRunLoopMode { .commonModes }
