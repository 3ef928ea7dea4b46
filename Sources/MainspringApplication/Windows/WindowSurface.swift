public import Foundation
public import MainspringGraphics

/// A window as its window system has it. Ours: what a ``Window`` is shown on.
///
/// All members belong to the loop's thread, apart from those of the ``presenter``. What the user and the window system
/// change comes as events; a size that is set comes back as ``WindowEvent/resized(_:)`` when it is so.
public protocol WindowSurface: AnyObject {
    /// What takes the frames, on the threads that make them.
    var presenter: any FramePresenter { get }
    /// The size that it has, in points; at least 1 by 1.
    var size: CGSize { get }
    /// How many pixels a point is, above 0.
    var scale: CGFloat { get }
    /// How many times a second its display shows a frame, for as long as that does not change.
    var framesPerSecond: Int { get }

    /// Sets the text that stands on it.
    func setTitle(_ title: String)
    /// Sets the picture that stands for it; nil for none.
    func setIcon(_ icon: CGImage?)
    /// Asks for a size, in points; one below the least size becomes that.
    func setSize(_ size: CGSize)
    /// Sets the size below which neither the user nor ``setSize(_:)`` brings it, in points; the one that it has stays.
    func setMinimumSize(_ size: CGSize)
    /// Asks for filling its screen, or no more.
    func setFullScreen(_ isFullScreen: Bool)
    /// Sets how the pointer looks over it.
    func setCursor(_ cursor: CursorShape)
    /// Says whether files that are dragged over it would be taken where they are: once they have come, and after each move.
    func answerFileDrag(isTaken: Bool)
    /// Puts it on the screen.
    func show()
    /// Takes it off the screen; it may come back.
    func hide()
    /// Ends it. The presenter may be called once more, by a frame that is being made.
    func close()
}

extension WindowSurface {
    /// Does nothing, as where no files can be dragged.
    public func answerFileDrag(isTaken: Bool) {}
}
