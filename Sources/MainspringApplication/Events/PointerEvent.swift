public import Foundation

/// What a pointing device did. Ours.
public struct PointerEvent: Hashable, Sendable {
    /// What happened.
    public enum Phase: Hashable, Sendable {
        /// It came over the window.
        case entered
        /// It left the window.
        case exited
        /// It moved while no button was down.
        case moved
        /// A button went down.
        case down
        /// It moved while a button was down.
        case dragged
        /// A button came up.
        case up
        /// A button's press is over without an `up`: the window closed, or somebody else took over.
        case cancelled
    }

    /// What happened.
    public var phase: Phase
    /// Where, in points of the window, from its upper left corner on.
    public var location: CGPoint
    /// Which button; for moves the one that leads a drag, else the primary one.
    public var button: PointerButton
    /// Which keys were held.
    public var modifiers: EventModifiers
    /// The how-manieth press in quick succession at about the same place it is: 1 for a single one. The window system
    /// counts; 0 where no button is meant.
    public var clickCount: Int

    /// Makes an event.
    public init(
        _ phase: Phase, at location: CGPoint, button: PointerButton = .primary, modifiers: EventModifiers = [],
        clickCount: Int? = nil
    ) {
        self.phase = phase
        self.location = location
        self.button = button
        self.modifiers = modifiers
        self.clickCount = clickCount ?? (phase == .down || phase == .up || phase == .dragged ? 1 : 0)
    }
}
