/// The name of a mode: a set of sources, timers and observers that a run listens to.
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
    /// The two names that every loop knows; told apart once, so that comparing modes rarely compares strings.
    enum Kind: UInt8 {
        case defaultMode, commonModes, other
    }

    /// The name itself.
    public let rawValue: CFString
    let kind: Kind

    /// Makes a mode's name of a string.
    public init(rawValue: CFString) {
        self.rawValue = rawValue
        kind =
            switch rawValue {
            case Self.defaultMode.rawValue: .defaultMode
            case Self.commonModes.rawValue: .commonModes
            default: .other
            }
    }

    /// Makes a mode's name of a string.
    public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

    /// Of constants, so that the two names need no initialization when the program runs.
    private init(_ rawValue: CFString, _ kind: Kind) {
        self.rawValue = rawValue
        self.kind = kind
    }

    /// The mode that is meant unless something else is said.
    public static let defaultMode = CFRunLoopMode("kCFRunLoopDefaultMode", .defaultMode)

    /// Stands for every mode that was marked common, now or later; nothing runs in it.
    public static let commonModes = CFRunLoopMode("kCFRunLoopCommonModes", .commonModes)

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
