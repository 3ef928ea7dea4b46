public import Foundation
public import MainspringAnimation

/// Takes the frames of a window. Ours.
///
/// It is called on the host's render thread, one frame at a time, for as long as the window is mapped and not covered;
/// so a busy main thread stops nothing. It may wait there for the display to take the frame before: the next one is
/// made for the time at which it returns, and those between are left out. That is the place where a display sets the
/// pace.
public protocol FramePresenter: AnyObject, Sendable {
    /// Shows what has changed. The frame changes afterwards: read it during the call only.
    func present(_ update: FrameUpdate)
}

/// A frame and what is to be painted of it. Ours.
public struct FrameUpdate {
    /// What the layers are like.
    public let frame: LayerFrame
    /// How wide and high the surface is, in pixels.
    public let size: PixelSize
    /// How many pixels a point is.
    public let scale: CGFloat
    /// What is to be painted again: at least one rectangle, each inside of the surface and not empty; they may touch.
    public let damage: [PixelRect]

    /// Makes an update.
    public init(frame: LayerFrame, size: PixelSize, scale: CGFloat, damage: [PixelRect]) {
        self.frame = frame
        self.size = size
        self.scale = scale
        self.damage = damage
    }
}

/// Turns frames into pixels: what a compositor is to a presenter. Ours.
///
/// It belongs to one surface, and is called by its presenter alone, one frame at a time.
public protocol FramePainter: AnyObject, Sendable {
    /// Paints an update's damage, and nothing outside of it, into memory of the update's size.
    func paint(_ update: FrameUpdate, into pixels: PixelMemory)
}
