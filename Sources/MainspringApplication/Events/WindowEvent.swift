public import Foundation

/// What happened to a window itself. Ours.
public enum WindowEvent: Hashable, Sendable {
    /// It has another size, in points.
    case resized(CGSize)
    /// So many pixels are a point from now on.
    case scaleChanged(CGFloat)
    /// The user wants it closed.
    case closeRequested
    /// The window system has closed it by itself.
    case destroyed
    /// What it shows was lost in a rectangle, in points, and is to be presented again.
    case exposed(CGRect)
    /// It is mapped now, or no more, as when it is minimized.
    case mapped(Bool)
    /// It is wholly covered by others now, or no more.
    case occluded(Bool)
    /// It fills its screen now, or no more.
    case fullScreen(Bool)
    /// The keyboard is its own now, or no more.
    case focused(Bool)
}
