public import Foundation
public import Mainspring

/// What touches a window as long as it does: a finger, or the pointer with its primary button down. Ours.
public struct GestureContact: Hashable, Sendable {
    /// Which one: 0 is the pointer.
    public let identifier: UInt64
    /// Where it is, in points of the window.
    public internal(set) var location: CGPoint
    /// Where it came down.
    public let firstLocation: CGPoint
    /// When that was, in seconds of the loop's clock.
    public let firstTime: CFTimeInterval
    /// When it was at ``location``.
    public internal(set) var time: CFTimeInterval
}
