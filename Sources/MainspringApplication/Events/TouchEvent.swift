public import Foundation

/// A finger on a screen. Ours.
public struct TouchEvent: Hashable, Sendable {
    /// What happened.
    public enum Phase: Hashable, Sendable {
        /// The finger came down.
        case began
        /// It moved.
        case moved
        /// It was lifted.
        case ended
        /// The touch is over without that, because something else took over.
        case cancelled
    }

    /// Which finger of those that are down.
    public var identifier: UInt64
    /// What happened.
    public var phase: Phase
    /// Where, in points of the window.
    public var location: CGPoint

    /// Makes an event.
    public init(_ phase: Phase, identifier: UInt64, at location: CGPoint) {
        self.phase = phase
        self.identifier = identifier
        self.location = location
    }
}
