public import Foundation
public import MainspringGraphics

/// A wheel that was turned, or fingers that scroll. Ours.
public struct ScrollEvent: Hashable, Sendable {
    /// How far the content is to go; right and down are positive.
    public var delta: CGVector
    /// Whether ``delta`` is in points; else in lines, one for each notch of a wheel.
    public var isPrecise: Bool
    /// Where in its course it is.
    public var phase: EventPhase
    /// Where the pointer is, in points of the window.
    public var location: CGPoint
    /// Which keys were held.
    public var modifiers: EventModifiers

    /// Makes an event.
    public init(
        _ delta: CGVector, isPrecise: Bool, phase: EventPhase = .none, at location: CGPoint,
        modifiers: EventModifiers = []
    ) {
        self.delta = delta
        self.isPrecise = isPrecise
        self.phase = phase
        self.location = location
        self.modifiers = modifiers
    }
}
