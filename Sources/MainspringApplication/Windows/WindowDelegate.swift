internal import MainspringAnimation

/// Who decides for a window and hears of what becomes of it. Ours; the names are AppKit's where it has the member. On
/// the loop's thread; each member does nothing unless it is there.
public protocol WindowDelegate: AnyObject {
    /// Whether a window that the user wants closed may close. True unless said otherwise.
    func windowShouldClose(_ sender: Window) -> Bool
    /// It is about to close.
    func windowWillClose(_ window: Window)
    /// It has another size.
    func windowDidResize(_ window: Window)
    /// A point of it has another number of pixels.
    func windowDidChangeScale(_ window: Window)
    /// The keyboard is its own.
    func windowDidBecomeKey(_ window: Window)
    /// The keyboard is no longer its own.
    func windowDidResignKey(_ window: Window)
    /// It is seen now, or no more; see ``Window/isVisible``.
    func windowDidChangeVisibility(_ window: Window)
    /// What no layer of it has handled. True if it is handled now.
    func window(_ window: Window, handle event: Event) -> Bool
}

extension WindowDelegate {
    /// True.
    public func windowShouldClose(_ sender: Window) -> Bool { true }
    /// Does nothing.
    public func windowWillClose(_ window: Window) {}
    /// Does nothing.
    public func windowDidResize(_ window: Window) {}
    /// Does nothing.
    public func windowDidChangeScale(_ window: Window) {}
    /// Does nothing.
    public func windowDidBecomeKey(_ window: Window) {}
    /// Does nothing.
    public func windowDidResignKey(_ window: Window) {}
    /// Does nothing.
    public func windowDidChangeVisibility(_ window: Window) {}
    /// False.
    public func window(_ window: Window, handle event: Event) -> Bool { false }
}
