public import Mainspring

/// Something that a program is told of: a value, made on whichever thread it comes from, handed on by an
/// ``EventQueue`` on the loop's. Ours.
public struct Event: Hashable, Sendable {
    /// What happened.
    public enum Content: Hashable, Sendable {
        /// A pointing device did something.
        case pointer(PointerEvent)
        /// A wheel or fingers scroll.
        case scroll(ScrollEvent)
        /// Fingers on a touch pad magnify.
        case magnify(MagnifyEvent)
        /// A finger on a screen.
        case touch(TouchEvent)
        /// A key went down or up.
        case key(KeyEvent)
        /// Text was typed, pasted or composed of several keys.
        case text(String)
        /// Files are dragged.
        case fileDrop(FileDropEvent)
        /// The window itself.
        case window(WindowEvent)
        /// A signal asks the program to end.
        case terminationRequested(signal: Int32)
        /// The window system is gone; the sentence says why.
        case windowSystemFailed(String)
    }

    /// When it happened, in seconds as `CACurrentMediaTime()` tells them on the loop's thread.
    public var time: CFTimeInterval
    /// Which window it is for; nil for the program.
    public var window: WindowIdentifier?
    /// What happened.
    public var content: Content

    /// Makes an event.
    public init(_ content: Content, window: WindowIdentifier? = nil, time: CFTimeInterval) {
        self.content = content
        self.window = window
        self.time = time
    }
}
