public import Foundation

/// Files that are dragged from another program. Ours.
///
/// Who handles that they came or moved says so that it would take them there; where nobody does, the other program hears
/// that they cannot be dropped.
public struct FileDropEvent: Hashable, Sendable {
    /// What happened.
    public enum Phase: Hashable, Sendable {
        /// They came over the window.
        case entered
        /// They moved over it.
        case moved
        /// They left it.
        case exited
        /// They were let go of.
        case dropped
    }

    /// What happened.
    public var phase: Phase
    /// Which files; may be empty before they are dropped.
    public var urls: [URL]
    /// Where, in points of the window.
    public var location: CGPoint

    /// Makes an event.
    public init(_ phase: Phase, urls: [URL], at location: CGPoint) {
        self.phase = phase
        self.urls = urls
        self.location = location
    }
}
