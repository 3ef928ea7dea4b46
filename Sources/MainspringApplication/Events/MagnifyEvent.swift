public import Foundation

/// Two fingers of a touch pad that go apart or come together. Ours.
public struct MagnifyEvent: Hashable, Sendable {
    /// How much larger things become with this event: 0.1 is a tenth, -0.1 as much smaller.
    public var magnification: CGFloat
    /// Where in its course it is; never ``EventPhase/none``.
    public var phase: EventPhase
    /// Where the pointer is, in points of the window.
    public var location: CGPoint

    /// Makes an event.
    public init(_ magnification: CGFloat, phase: EventPhase, at location: CGPoint) {
        self.magnification = magnification
        self.phase = phase
        self.location = location
    }
}
