extension RunLoop {
    /// The name of a mode: a set of sources, timers and observers that a run of the loop attends to.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The name, equal to that of the `CFRunLoopMode`.
        public let rawValue: String

        /// Makes a mode of its name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Makes a mode of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension RunLoop.Mode {
    /// The mode for all but special work.
    public static let `default` = RunLoop.Mode("kCFRunLoopDefaultMode")
    /// Not a mode but a set of them: what is added to it is added to each member, to those that become members later
    /// too.
    ///
    /// Each loop has a set of its own, with ``default`` in it. A loop cannot be run in it.
    public static let common = RunLoop.Mode("kCFRunLoopCommonModes")
    /// The mode of a run that follows a dragged pointer, as AppKit names it.
    public static let eventTracking = RunLoop.Mode("NSEventTrackingRunLoopMode")
    /// The mode of a run that waits for a modal panel, as AppKit names it.
    public static let modalPanel = RunLoop.Mode("NSModalPanelRunLoopMode")
    /// The mode of a run that follows a touch or a scroll, as UIKit names it.
    public static let tracking = RunLoop.Mode("UITrackingRunLoopMode")

    /// The same mode at CoreFoundation's level.
    var cfMode: CFRunLoopMode { CFRunLoopMode(rawValue: rawValue) }

    /// Whether Apple's frameworks put the mode among the common ones.
    var isCommonByConvention: Bool { self == .tracking || self == .eventTracking || self == .modalPanel }
}
